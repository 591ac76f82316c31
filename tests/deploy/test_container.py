"""The image and the compose files, as far as they can be checked where no container runs."""

import os
import re
import shlex
import signal
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from uvicorn.middleware.proxy_headers import _TrustedHosts

from branchline.cli.main import make_parser
from branchline.server.hosts import Hosts
from branchline.server.settings import PREFIX, read_settings

from ..installed.place import install, make_wheel
from ..scale import DEEP

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ["compose.yaml", "compose.postgres.yaml"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
STEPS = [line.split(maxsplit=1) for line in DOCKERFILE.splitlines() if re.match(r"[A-Z]+ ", line)]
GIVEN = {"POSTGRES_PASSWORD": "secret", "SITE": "tables.example.org"}


def filled_in(text: str) -> str:
    """A compose file with the variables of the surroundings, as compose reads them."""
    return re.sub(r"\$\{(\w+)(?::[-?]([^}]*))?\}", lambda m: GIVEN.get(m[1], m[2] or ""), text)


def compose(name: str) -> Any:
    return yaml.safe_load(filled_in((ROOT / name).read_text(encoding="utf-8")))


def servers(name: str) -> list[dict[str, Any]]:
    """The services of a file that are ours."""
    services = compose(name)["services"].values()
    return [service for service in services if service["image"] == "branchline"]


def environment_of_the_image() -> dict[str, str]:
    words = " ".join(rest for name, rest in STEPS if name == "ENV")
    return dict(word.split("=", 1) for word in shlex.split(words))


@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_is_right_by_its_schema(name: str) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*check, str(ROOT / name)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", COMPOSE)
def test_servers_may_write_only_where_they_must(name: str) -> None:
    for service in servers(name):
        assert service["read_only"]
        assert service["tmpfs"] == ["/tmp"]
        assert service["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in service["security_opt"]
        assert {each.split(":")[1] for each in service.get("volumes", ())} <= {"/data"}
    assert len(servers("compose.postgres.yaml")) == 2
    assert servers("compose.yaml")[0]["ports"] == ["127.0.0.1:8000:8000"]


@pytest.mark.parametrize("name", COMPOSE)
def test_what_servers_are_told_are_settings(name: str) -> None:
    for service in servers(name):
        told = environment_of_the_image() | service["environment"]
        ours = {name: value for name, value in told.items() if name.startswith(PREFIX)}
        settings = read_settings({}, ours)
        assert {PREFIX + field.upper() for field in settings.__slots__} >= {*ours}
        assert (settings.host, settings.port, settings.data) == ("0.0.0.0", 8000, "/data")


def test_two_servers_share_a_database_and_believe_only_their_proxy() -> None:
    whole = compose("compose.postgres.yaml")
    (network,) = whole["networks"]["default"]["ipam"]["config"]
    for service in servers("compose.postgres.yaml"):
        settings = read_settings({}, service["environment"])
        assert settings.url == "postgresql+psycopg://branchline:secret@database/branchline"
        assert settings.proxies == network["subnet"]
        assert "172.30.7.9" in _TrustedHosts(settings.proxies)
        assert "172.31.7.9" not in _TrustedHosts(settings.proxies)
        assert {"tables.example.org", "one", "two"} <= Hosts(settings.hosts).names
    caddy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"(\w+):8000", caddy) == ["one", "two"]
    assert {"one", "two"} <= whole["services"].keys()
    assert "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro" in whole["services"]["caddy"]["volumes"]


def test_the_image_serves_as_nobody_and_says_how_it_is() -> None:
    last = len(STEPS) - 1 - [name for name, _ in reversed(STEPS)].index("FROM")
    image = STEPS[last:]
    names = [name for name, _ in image]
    assert names.index("RUN") < names.index("USER") < names.index("CMD")
    assert ["USER", "branchline"] in image
    assert ["VOLUME", "/data"] in image
    (health,) = (rest for name, rest in image if name == "HEALTHCHECK")
    (command,) = (rest for name, rest in image if name == "CMD")
    for said in (health.partition("CMD ")[2], command):
        program, *words = yaml.safe_load(said)
        assert program == "branchline"
        assert make_parser(words).parse_args(words)


def test_what_the_image_is_made_of_is_let_in() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    allowed = [line[1:] for line in lines if line.startswith("!")]
    for name, rest in STEPS:
        if name != "COPY" or rest.startswith("--from"):
            continue
        for source in rest.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert any(fnmatch(source, each) or source.startswith(f"{each}/") for each in allowed)


@pytest.mark.parametrize("kind", ["amd64", "arm64"])
def test_the_processor_that_rules_are_compiled_for_is_in_their_name(kind: str) -> None:
    """Compiled on any machine of the kind, found on any other."""
    (words,) = re.findall(rf"AS for-{kind}\nENV (.*)", DOCKERFILE)
    told = dict(word.split("=", 1) for word in shlex.split(words))
    assert told.keys() == {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"}
    asked = """
from numba.core.registry import cpu_target
print(*cpu_target.target_context.codegen().magic_tuple()[1:], sep="|", end="")
"""
    if kind == "arm64" and os.uname().machine != "aarch64":
        pytest.skip("what is compiled for the other processor is known there only")
    python = [sys.executable, "-c", asked]
    named = subprocess.run(
        python, env=os.environ | told, capture_output=True, text=True, check=True
    )
    assert named.stdout == f"{told['NUMBA_CPU_NAME']}|{told['NUMBA_CPU_FEATURES']}"


def last_of(name: str) -> str:
    """What the image itself says last under a name."""
    return [rest for step, rest in STEPS if step == name][-1]


def files_in(folder: Path) -> dict[Path, int]:
    """All files below a folder, and when they were changed."""
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*") if file.is_file()}


@pytest.mark.skipif(not DEEP, reason="make test-deep compiles the rules as the image does")
def test_the_steps_of_the_image_make_a_server_that_is_well(tmp_path: Path) -> None:
    """Installed, compiled for any processor of the kind, started and asked as the image does it.

    A fresh environment stands for the image. Nothing in it is written to by the server.
    """
    (tmp_path / "dist").mkdir()
    image, data = tmp_path / "image", tmp_path / "data"
    install(make_wheel(tmp_path / "dist"), image)
    data.mkdir()
    kind = {"aarch64": "arm64"}.get(os.uname().machine, "amd64")
    (portable,) = re.findall(rf"AS for-{kind}\nENV (.*)", DOCKERFILE)
    said = dict(word.split("=", 1) for word in shlex.split(portable)) | environment_of_the_image()
    clean = {name: v for name, v in os.environ.items() if not name.startswith(("PYTHON", PREFIX))}
    inside = clean | said | {"HOME": str(data), "PATH": f"{image}/bin:{os.environ['PATH']}"}
    inside |= {"BRANCHLINE_DATA": str(data), "BRANCHLINE_PORT": "0"}
    assert "&& branchline compile" in last_of("RUN")
    subprocess.run(["branchline", "compile"], env=inside, check=True, capture_output=True)
    before = files_in(image)
    command = yaml.safe_load(last_of("CMD"))
    with subprocess.Popen(command, env=inside, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = re.findall(r":(\d+)", server.stdout.readline())[-1]
            asked = yaml.safe_load(last_of("HEALTHCHECK").partition("CMD ")[2])
            for flags in ([], ["--ready"]):  # it is ready at once: nothing has to be compiled
                subprocess.run([*asked, *flags], env=inside | {"BRANCHLINE_PORT": port}, check=True)
        finally:
            server.send_signal(signal.SIGTERM)  # STOPSIGNAL
    assert server.returncode == 0
    assert files_in(image) == before
    assert not (data / ".cache").exists()
