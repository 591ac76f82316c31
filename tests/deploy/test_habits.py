"""What hosts of repositories read: workflows, forms and hooks, by their schemas and by ours."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
GITHUB = ROOT / ".github"
FORMS = sorted(GITHUB.glob("ISSUE_TEMPLATE/[!c]*.yml"))
KINDS = {
    "github-workflows": sorted(GITHUB.glob("workflows/*.yml")),
    "github-issue-forms": FORMS,
    "github-issue-config": [GITHUB / "ISSUE_TEMPLATE" / "config.yml"],
}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_files_are_right_by_their_schema(kind: str) -> None:
    assert KINDS[kind]
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{kind}"]
    done = subprocess.run([*check, *map(str, KINDS[kind])], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def targets(text: str) -> set[str]:
    """What a text asks make for."""
    return set(re.findall(r"\bmake (?:--no-print-directory )?([a-z-]+)", text))


def test_hooks_check_what_make_lint_checks() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (repo,) = hooks["repos"]
    asked = {target for hook in repo["hooks"] for target in targets(hook["entry"])}
    (lint,) = re.findall(r"^lint: (.*)$", MAKEFILE, flags=re.M)
    assert asked == set(lint.split())
    assert {hook["language"] for hook in repo["hooks"]} == {"system"}


def test_what_is_asked_of_make_can_be_made() -> None:
    checks = (GITHUB / "workflows" / "checks.yml").read_text(encoding="utf-8")
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    asked = targets("\n".join(re.findall(r"- run: (.*)", checks)))
    assert {"test", "wheel", "docs"} <= asked
    asked |= targets("\n".join(re.findall(r"`(make [^`]*)`", guide)))
    asked |= targets("\n".join(re.findall(r"^(make .*)$", guide, flags=re.M)))
    assert [name for name in asked if not re.search(rf"^{name}:", MAKEFILE, flags=re.M)] == []


def test_the_installed_wheel_is_tried_on_three_systems() -> None:
    checks = yaml.safe_load((GITHUB / "workflows" / "checks.yml").read_text(encoding="utf-8"))
    job = checks["jobs"]["installed"]
    systems = {name.partition("-")[0] for name in job["strategy"]["matrix"]["os"]}
    assert systems == {"ubuntu", "macos", "windows"}
    scripts = re.findall(r"python (\S+\.py)", str(job["steps"]))
    assert scripts
    assert all((ROOT / script).exists() for script in scripts)
