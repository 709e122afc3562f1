"""What other rooms of foldwise use of `browser`; users import from the room itself."""

from foldwise.browser._open import is_remote, open_page

__all__ = ["is_remote", "open_page"]
