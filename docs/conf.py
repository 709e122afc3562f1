"""The documentation site: `make docs` builds it from these settings, offline, and takes every warning for an error."""

import sys
from pathlib import Path

import foldwise

sys.path.insert(0, str(Path(__file__).parent / "site"))

project = "foldwise"
author = "the foldwise authors"
version = release = foldwise.__version__
html_title = "foldwise"
html_show_sphinx = False
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
    # Of our own, in docs/site.
    "changes",
    "commands",
    "formulas",
    "reference",
    "reading",
    "sections",
    "twins",
]

# README.md and index.md are read where the code lies; docs/site/landing.md takes the place of index.md here.
exclude_patterns = ["_site", "site", "examples", "gallery", "**/README.md", "**/GALLERY_HEADER.rst", "api/examples"]

myst_enable_extensions = ["colon_fence", "attrs_inline"]
myst_heading_anchors = 4
myst_links_external_new_tab = False

# Names in docstrings lead to their pages, other words in backticks are code.
default_role = "py:obj"
add_module_names = False
autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_xref_param_type = True

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "auto_examples",
    "backreferences_dir": "api/examples",
    "doc_module": ("foldwise",),
    "reference_url": {"foldwise": None},
    "subsection_order": "gallery_order.place_of_section",
    "within_subsection_order": "gallery_order.place_of_script",
    "abort_on_example_error": True,
    "write_computation_times": False,
    "min_reported_time": 3600,
    "show_memory": False,
    "thumbnail_size": (480, 220),
}

html_static_path = ["site/static"]
html_css_files = ["foldwise.css"]
html_favicon = "site/static/foldwise.svg"
html_context = {"default_mode": "auto"}
html_theme = "pydata_sphinx_theme"
html_theme_options = {
    "logo": {"text": f"foldwise {version}"},
    "collapse_navigation": True,
    "header_links_before_dropdown": 7,
    "navbar_align": "left",
    "show_prev_next": True,
    "show_toc_level": 2,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": [],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}

copybutton_exclude = ".linenos, .gp, .go"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
