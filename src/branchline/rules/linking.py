"""How compiled functions reach each other: small ones are copied into a caller, large ones called.

Numba copies all that a function calls, and all that those call, into the function's own code, and
optimises and translates it anew with each caller. A large function is never merged into a caller,
so that is wasted. Its callers get no more than its name here, and are bound to the one copy there
is when they are loaded.

LLVM ends the process if a name is unknown to it. So a function has the same name in every process,
one place defines it, and what calls it says which functions it needs: they are loaded before it.
"""

from __future__ import annotations

import itertools
import os
import re
import secrets
from typing import Any

import llvmlite.binding as llvm
from numba.core import bytecode, codegen, compiler

LARGE = 120
"""Instructions from which on a function is called by name; LLVM merges none so large itself."""

_COMPILED = "_ZN"
"""How the names begin that numba gives to what it compiles; C and LLVM have other names."""

_homes: dict[str, str] = {}  # where the code of a name is kept, for all that is loaded
_counts_for = 0  # the process for which numba counts from a number of its own


class NotLoaded(Exception):
    """A function calls another whose code is not loaded."""


def note_loaded(name: str, home: str) -> None:
    """Take note that a function's code is loaded, and where it is kept."""
    _homes[name] = home


def is_loaded(name: str) -> bool:
    """Whether a function's code is loaded."""
    return name in _homes


def needs(result: Any) -> dict[str, str]:
    """Return the functions that compiled code calls by name, and where each is kept."""
    return {name: _homes[name] for name in _called(result.library._final_module)}


def _called(module: Any) -> list[str]:
    """Return the compiled functions that are called in a module and are not in it."""
    return [f.name for f in module.functions if f.is_declaration and f.name.startswith(_COMPILED)]


def defined(result: Any) -> list[str]:
    """Return the names that compiled code brings."""
    return [f.name for f in result.library._final_module.functions if not f.is_declaration]


def let_know(target: Any, names: list[str]) -> None:
    """Tell numba which names an object brings: it only asks those that it knows for an address."""
    target.codegen()._engine._defined_symbols.update(names)


def shorten(result: Any) -> None:
    """Leave callers no more than the name of a function if it is large."""
    library = result.library
    function = library._final_module.get_function(result.fndesc.llvm_func_name)
    lengths = (1 for block in function.blocks for _ in block.instructions)
    if sum(itertools.islice(lengths, LARGE)) == LARGE:
        library._shared_module = _declaration(library._final_module, function)


def _declaration(module: Any, function: Any) -> Any:
    """Return a module that says no more of a function than how to call it.

    What LLVM has found out about it is said, too (that it writes through no pointer, say).
    """
    (head,) = re.findall(r"^define (.*) \{$", str(function), re.MULTILINE)
    about = next((attributes.decode() for attributes in function.attributes), "")
    said = llvm.parse_assembly(re.sub(r" #\d+\b", f" {about}", f"declare {head}"))
    said.triple, said.data_layout = module.triple, module.data_layout
    return said


class Library(codegen.JITCodeLibrary):  # type: ignore[misc]
    """Code that is checked before LLVM gets it: all that it calls must be loaded."""

    def _finalize_final_module(self) -> None:
        missing = [name for name in _called(self._final_module) if not is_loaded(name)]
        if missing:
            raise NotLoaded(", ".join(missing))
        super()._finalize_final_module()


class Compiler(compiler.Compiler):  # type: ignore[misc]
    """Numba's compiler, but a function's name depends on nothing but the function.

    Numba numbers all it compiles, and the numbers become part of the names. What it compiles of
    its own on the way (`max`, say) is copied into our functions. So that copies of different things
    never have one name, each process counts from a number of its own.
    """

    def _compile_bytecode(self) -> Any:
        global _counts_for
        if _counts_for != os.getpid():
            _counts_for = os.getpid()
            bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))
        state = self.state
        state.func_id.unique_id = state.func_id.firstlineno
        state.library = Library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super()._compile_bytecode()
