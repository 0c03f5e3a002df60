import CGTK

/// The style of the window. Its colours are those of the theme, so it is light or dark like the desktop. Quiet texts have 7:1 with a
/// theme of high contrast.
@MainActor package func applyStyle(isDark: Bool) {
    if isDark { scenegtk_prefer_dark_style() }
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, style, -1)
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), OpaquePointer(provider), 600)
}

private let style = """
    .title { font-weight: bold; }
    /* The theme's own ring is too dark on a dark ground. */
    entry:focus-within, :focus-visible { outline-color: alpha(currentColor, 0.6); }
    .search { padding: 8px 12px; border-bottom: 1px solid alpha(currentColor, 0.12); }
    .search button { margin-left: 8px; }
    .suggestion { padding: 4px; font-weight: normal; }
    .empty { font-size: 1.2em; opacity: 0.85; margin: 24px; }
    .film { padding: 10px 12px; }
    .film-texts { margin-left: 12px; }
    .film-title { font-weight: bold; }
    .film-date { font-size: 0.9em; opacity: 0.85; margin: 1px 0 5px; }
    .film-overview { font-size: 0.95em; }
    .poster { border-radius: 4px; background-color: alpha(currentColor, 0.1); }
    .details { padding: 24px; }
    .details-title { font-size: 1.6em; font-weight: bold; margin-bottom: 4px; }
    .details-date { opacity: 0.85; margin-bottom: 10px; }
    .details-overview { font-size: 1.1em; }
    .toast { margin: 16px; padding: 10px 10px 10px 18px; border-radius: 10px; color: white;
             background-color: #303036; border: 1px solid alpha(white, 0.3); box-shadow: 0 2px 8px alpha(black, 0.45); }
    .toast-title { font-weight: bold; }
    .toast button { margin-left: 18px; }
    """
