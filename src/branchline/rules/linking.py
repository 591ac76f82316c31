"""How rules are compiled into one another, and machine code is made only of what Python calls.

A rule that only other rules call stays as it was translated. What Python calls takes it in with
all that it calls in turn, and all of that is made quick at once, as one piece.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding
from numba.core import codegen, compiler

_binding: Any = binding
_compiler: Any = compiler
_Library: Any = codegen.JITCodeLibrary


class InnerLibrary(_Library):  # type: ignore[misc]
    """The code of an inner rule, to be taken in by others."""

    def finalize(self) -> None:
        """Take in what numba brings; other inner rules stay by themselves."""
        for library in dict.fromkeys(self._linking_libraries):
            if not isinstance(library, InnerLibrary):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


class OuterLibrary(_Library):  # type: ignore[misc]
    """The code of a rule that Python calls, with all inner rules it needs."""

    def finalize(self) -> None:
        """Take in what is called, what that calls, and so on; make it quick, and machine code."""
        for library in self._linking_libraries:  # it grows meanwhile
            if isinstance(library, InnerLibrary):
                known = set(self._linking_libraries)
                called = dict.fromkeys(library._linking_libraries)
                self._linking_libraries += [
                    each for each in called if isinstance(each, InnerLibrary) and each not in known
                ]
        super().finalize()


def compile_rule(compiled: Any, types: tuple[Any, ...], *, inner: bool) -> Any:
    """Compile a rule for its types; what it calls is compiled already."""
    target = compiled.targetdescr
    flags = _compiler.Flags()
    target.options.parse_as_flags(flags, compiled.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = inner
    library = (InnerLibrary if inner else OuterLibrary)(
        target.target_context.codegen(), compiled.py_func.__qualname__
    )
    library.enable_object_caching()
    result = _compiler.compile_extra(
        target.typing_context,
        target.target_context,
        compiled.py_func,
        args=types,
        return_type=None,
        flags=flags,
        locals={},
        library=library,
    )
    return result._replace(entry_point=library) if inner else result  # it only stands for it


def reduce_inner(result: Any) -> tuple[Any, ...]:
    """Return what has to be kept of an inner rule."""
    fndesc = result.fndesc
    fndesc.typemap = fndesc.calltypes = None
    code = result.library._get_module_for_linking().as_bitcode()
    environments = tuple(result._find_referenced_environments())
    return result.library.name, code, fndesc, result.environment, result.signature, environments


def rebuild_inner(target: Any, kept: tuple[Any, ...], called: list[Any]) -> Any:
    """Make an inner rule again from what was kept, and from the libraries of what it calls."""
    name, code, fndesc, environment, signature, environments = kept
    library = InnerLibrary(target.codegen(), name)
    library._final_module = library._shared_module = _binding.parse_bitcode(code)
    library._linking_libraries = called
    library._finalized = True
    return _compiler.compile_result(
        typing_context=target.typing_context,
        target_context=target,
        entry_point=library,
        signature=signature,
        objectmode=False,
        lifted=(),
        fndesc=fndesc,
        library=library,
        environment=environment,
        reload_init=(),
        referenced_envs=environments,
    )
