"""How the page of an analysis looks, besides what all pages of reports have."""

STYLE = """
:root { --seat-0: #12527b; --seat-1: #b0462f; --seat-2: #2f7a4d; --seat-3: #8a5a00;
  --seat-4: #7a4a9e; --seat-5: #55606b; }
@media (prefers-color-scheme: dark) { :root { --seat-0: #8cc8ee; --seat-1: #f0917f;
  --seat-2: #7fce9d; --seat-3: #e2b65c; --seat-4: #c9a3e8; --seat-5: #b6bdc5; } }
.curve svg { height: 18rem; width: 100%; overflow: hidden; }
.curve polyline { fill: none; stroke-width: 2.5; vector-effect: non-scaling-stroke; }
.curve line { stroke: var(--line); vector-effect: non-scaling-stroke; }
.curve .even { stroke: var(--quiet); }
.key { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; list-style: none; margin: .8rem 0 0;
  padding: 0; font-weight: 600; }
.key li::before { content: ""; display: inline-block; width: 1.4rem; height: .25rem;
  border-radius: .2rem; margin-right: .5rem; vertical-align: middle; background: var(--of); }
.axis { display: flex; justify-content: space-between; color: var(--quiet); font-size: .8rem; }
.panel thead th { white-space: normal; vertical-align: bottom; }
article { border: 1px solid var(--line); border-left: .4rem solid var(--of);
  border-radius: .75rem; background: var(--panel); padding: 1rem 1.25rem; margin: 0 0 1rem; }
article h3 { margin: 0 0 .5rem; font-size: 1rem; overflow-wrap: anywhere; }
article p { margin: .6rem 0 0; color: var(--text); }
article table { font-size: .9rem; }
article th, article td { padding: .35rem .6rem; }
article tbody th { font-weight: 400; white-space: normal; overflow-wrap: anywhere; }
article tr > :first-child { position: static; }
article .chosen th, article .chosen td { font-weight: 700; }
"""
