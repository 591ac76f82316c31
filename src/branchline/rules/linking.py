"""How compiled functions reach each other: small ones are copied into a caller, large ones called.

Numba copies all that a function calls, and all that those call, into the function's own code, and
optimises and translates it anew with each caller. A large function is never merged into a caller,
so that is wasted. Its callers get no more than its name here, and are bound to the one copy there
is when they are loaded.

LLVM ends the process if a name is unknown to it. So a function has the same name in every process,
its own code alone defines it, and what calls it says which functions it needs: they are loaded
before it, or together with it.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core import bytecode, codegen, compiler

_JITCodeLibrary: Any = codegen.JITCodeLibrary  # what numba says of its types is not strict
_NumbaCompiler: Any = compiler.Compiler
_compile_result: Any = compiler.compile_result

LARGE = 180
"""Instructions from which on a function is called by name; LLVM merges none so large itself."""

_COMPILED = "_ZN"
"""How the names begin that numba gives to what it compiles; C and LLVM have other names."""

_homes: dict[str, str] = {}  # where the code of a name is kept, for all that is loaded
_counts_for = 0  # the process for which numba counts from a number of its own


class NotLoadedError(Exception):
    """A function calls another whose code is not loaded."""


class KeptCode(NamedTuple):
    """What is kept of a function."""

    signature: Any
    name: str
    """What others call it by."""
    needs: dict[str, str]
    """The names that it calls, and where their code is kept."""
    defines: list[str]
    """All names that its code brings."""
    reduced: Any
    """Its code and what numba says about it."""


def keep(signature: Any, result: Any, home: str) -> KeptCode:
    """Return what is to be kept of a function that was just compiled.

    Callers that are compiled from now on get no more than its name if it is large.
    """
    module, name = result.library._final_module, result.fndesc.llvm_func_name
    _homes[name] = home
    _shorten(result.library, name)
    needs = {called: _homes[called] for called in _called(module)}
    defines = [f.name for f in module.functions if not f.is_declaration]
    return KeptCode(signature, name, needs, defines, result._reduce())


def is_loaded(name: str) -> bool:
    """Whether a function's code is loaded."""
    return name in _homes


def load(target: Any, together: dict[str, KeptCode]) -> dict[str, Any]:
    """Load functions from where they are kept; they lie side by side in memory.

    One by one, each would begin a page of its own, and processors are slow with code so scattered.
    """
    there = set(_homes).union(kept.name for kept in together.values())
    missing = {name for kept in together.values() for name in kept.needs} - there
    if missing:
        raise NotLoadedError(", ".join(sorted(missing)))
    maker = target.codegen()
    libraries = [_library(maker, kept) for kept in together.values()]
    maker._engine.finalize_object()
    _homes.update((kept.name, home) for home, kept in together.items())
    parts = zip(together.items(), libraries, strict=True)
    return {home: _result(target, kept.reduced, library) for (home, kept), library in parts}


def _library(maker: Any, kept: KeptCode) -> Library:
    """Give the code of a function to LLVM."""
    name, _, (code, shared) = kept.reduced[0]
    library = Library(maker, name)
    library.enable_object_caching()
    library._set_compiled_object(code)
    library._shared_module = llvm.parse_bitcode(shared)
    library.is_one_of_many = True
    library._finalize_final_module()
    maker._engine._defined_symbols.update(kept.defines)
    return library


def _result(target: Any, reduced: Any, library: Library) -> Any:
    """Return what numba wants to know of a function whose code is loaded."""
    _, about, environment, signature, objects, lifted, types, begin, environments = reduced
    for each in begin:
        each()
    result = _compile_result(
        target_context=target,
        typing_context=target.typing_context,
        library=library,
        environment=environment,
        entry_point=target.get_executable(library, about, environment),
        fndesc=about,
        type_annotation=types,
        signature=signature,
        objectmode=objects,
        lifted=lifted,
        reload_init=begin,
        referenced_envs=environments,
    )
    for each in environments:
        library.codegen.set_env(each.env_name, each)
    return result


def _called(module: Any) -> Iterable[str]:
    """Return the compiled functions that are called in a module and are not in it."""
    return [f.name for f in module.functions if f.is_declaration and f.name.startswith(_COMPILED)]


def _shorten(library: Any, name: str) -> None:
    """Leave callers no more than the name of a function if it is large."""
    function = library._final_module.get_function(name)
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


class Library(_JITCodeLibrary):  # type: ignore[misc]
    """Code that LLVM gets only if all that it calls is loaded."""

    is_one_of_many = False
    """Whether what it calls may come at the same time."""

    def _finalize_final_module(self) -> None:
        missing = [name for name in _called(self._final_module) if not is_loaded(name)]
        if missing:
            raise NotLoadedError(", ".join(missing))
        super()._finalize_final_module()

    def _finalize_specific(self) -> None:
        if not self.is_one_of_many:
            super()._finalize_specific()


class Compiler(_NumbaCompiler):  # type: ignore[misc]
    """Numba's compiler, but a function's name depends on nothing but the function.

    Numba numbers all it compiles, and the numbers become part of the names. What it compiles of
    its own on the way (`max`, say) is copied into our functions. So that copies of different things
    never have one name, each process counts from a number of its own.
    """

    def _compile_bytecode(self) -> Any:
        global _counts_for
        if _counts_for != os.getpid():
            _counts_for = os.getpid()
            bytecode.FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(7)))
        state = self.state
        state.func_id.unique_id = state.func_id.firstlineno
        state.library = Library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super()._compile_bytecode()
