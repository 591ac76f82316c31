"""How the page of a tournament looks: light and dark, on a desk and on a phone."""

STYLE = """
:root { color-scheme: light dark; --ground: #f7f5ef; --panel: #fffefb; --text: #23262b;
  --quiet: #5d626a; --line: #e2ded3; --rail: #ebe7dc; --band: #8fbcd8; --mark: #12527b;
  --hill: #a9cbe0; --accent: #a3382a; --good: 38 128 84; --bad: 190 74 54; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --panel: #1c2026; --text: #e9e6df;
  --quiet: #a2a8b0; --line: #323840; --rail: #2a3038; --band: #34709a; --mark: #a9d8f5;
  --hill: #3f6f90; --accent: #f0917f; --good: 84 180 126; --bad: 226 116 98; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.25rem 4rem; background: var(--ground);
  color: var(--text); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
header { border-bottom: 3px double var(--line); padding-bottom: 1.25rem; }
h1 { font-size: clamp(1.6rem, 5vw, 2.4rem); line-height: 1.15; margin: 0 0 .5rem;
  overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.75rem 0 .4rem; }
p { color: var(--quiet); margin: 0 0 .8rem; max-width: 44rem; overflow-wrap: anywhere; }
.kicker { color: var(--accent); font-size: .8rem; font-weight: 700; letter-spacing: .12em;
  text-transform: uppercase; margin: 0 0 .3rem; }
dl { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0 0; }
dl div { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem;
  padding: .3rem .75rem; }
dt { color: var(--quiet); font-size: .75rem; }
dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
figure, .panel, pre { background: var(--panel); border: 1px solid var(--line);
  border-radius: .75rem; margin: 0; }
figure { padding: 1.1rem 1.25rem .9rem; }
.panel { overflow-x: auto; }
.panel:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
pre { padding: .9rem 1.1rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem; }
table { border-collapse: separate; border-spacing: 0; width: 100%;
  font-variant-numeric: tabular-nums; }
th, td { padding: .6rem .9rem; text-align: right; border-top: 1px solid var(--line);
  white-space: nowrap; }
thead th { border-top: 0; color: var(--quiet); font-weight: 600; font-size: .85rem; }
tbody th { font-weight: 600; text-align: left; }
tr > :first-child { text-align: left; position: sticky; left: 0; background: var(--panel); }
.standings tr > :first-child { position: static; color: var(--quiet); padding-right: 0; }
.standings tr > :nth-child(2) { text-align: left; position: sticky; left: 0;
  background: var(--panel); }
.standings tbody tr:first-child th, .standings tbody tr:first-child td:nth-child(3) {
  color: var(--accent); }
.atTable th, .atTable td { padding-inline: .55rem; }
.atTable tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 10rem; }
.atTable td:last-child { white-space: normal; min-width: 5rem; overflow-wrap: anywhere; }
svg { display: block; overflow: visible; font: inherit; }
svg text { fill: var(--quiet); font-size: 13px; font-variant-numeric: tabular-nums; }
svg .name { fill: var(--text); font-weight: 600; font-size: 14px; }
svg .said, svg .last { text-anchor: end; }
svg .said { fill: var(--text); font-size: 14px; }
svg .inner { text-anchor: middle; }
.rail { fill: var(--rail); }
.band { fill: var(--band); }
.mark { fill: var(--mark); stroke: var(--panel); stroke-width: 2; }
.hill { fill: var(--hill); }
.grid { stroke: var(--line); }
.foot { stroke: var(--quiet); stroke-opacity: .5; }
.median { stroke: var(--mark); stroke-width: 2; }
.even { stroke: var(--quiet); stroke-dasharray: 3 3; }
@media (max-width: 40rem) {
  body { padding: 1.5rem .8rem 3rem; }
  th, td { padding: .5rem .6rem; font-size: .9rem; }
  tbody th, .atTable tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 7rem;
    max-width: 9rem; }
  thead th { white-space: normal; vertical-align: bottom; }
  figure { padding: 1rem .9rem .7rem; }
}
@media print { body { max-width: none; } section { break-inside: avoid; } }
"""
