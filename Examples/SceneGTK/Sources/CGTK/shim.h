#ifndef SCENEGTK_SHIM_H
#define SCENEGTK_SHIM_H

#if !__has_include(<gtk/gtk.h>) && __has_include(<gtk-4.0/gtk/gtk.h>)
/* SwiftPM asks pkg-config for the folders only when it plans a build. */
#error "GTK 4 was installed after this build was planned: touch Package.swift of the package that you build, and build again"
#elif !__has_include(<gtk/gtk.h>)
#error "SceneGTK needs GTK 4: apt-get install libgtk-4-dev (Debian, Ubuntu) or brew install gtk4 (macOS)"
#else

#include <gtk/gtk.h>
#include <glib-unix.h>

/* For another loop that runs the main queue of Dispatch. Dispatch exports both functions for this purpose. */
#ifdef __linux__
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Nullable message);
#endif

/* GTK's casts are macros, which Swift does not see. Each checks the type of the object, and warns if it is wrong. */
#define SCENEGTK_CAST(name, type, macro) \
    static inline type *_Nonnull name(gpointer _Nonnull object) { return macro(object); }

SCENEGTK_CAST(gtk_as_application, GApplication, G_APPLICATION)
SCENEGTK_CAST(gtk_as_widget, GtkWidget, GTK_WIDGET)
SCENEGTK_CAST(gtk_as_window, GtkWindow, GTK_WINDOW)
SCENEGTK_CAST(gtk_as_box, GtkBox, GTK_BOX)
SCENEGTK_CAST(gtk_as_button, GtkButton, GTK_BUTTON)
SCENEGTK_CAST(gtk_as_label, GtkLabel, GTK_LABEL)
SCENEGTK_CAST(gtk_as_editable, GtkEditable, GTK_EDITABLE)
SCENEGTK_CAST(gtk_as_spinner, GtkSpinner, GTK_SPINNER)
SCENEGTK_CAST(gtk_as_stack, GtkStack, GTK_STACK)
SCENEGTK_CAST(gtk_as_list_view, GtkListView, GTK_LIST_VIEW)
SCENEGTK_CAST(gtk_as_list_item, GtkListItem, GTK_LIST_ITEM)
SCENEGTK_CAST(gtk_as_scrolled_window, GtkScrolledWindow, GTK_SCROLLED_WINDOW)
SCENEGTK_CAST(gtk_as_header_bar, GtkHeaderBar, GTK_HEADER_BAR)
SCENEGTK_CAST(gtk_as_popover, GtkPopover, GTK_POPOVER)
SCENEGTK_CAST(gtk_as_picture, GtkPicture, GTK_PICTURE)

/* Finds a signal by its name, which may have a detail, such as `notify::title`. */
static inline gboolean scenegtk_find_signal(
    gpointer _Nonnull object, const char *_Nonnull signal, GSignalQuery *_Nonnull found, GQuark *_Nonnull detail) {
    guint id = 0;
    if (!g_signal_parse_name(signal, G_OBJECT_TYPE(object), &id, detail, TRUE)) return FALSE;
    g_signal_query(id, found);
    return TRUE;
}

static inline GType scenegtk_result_type(const GSignalQuery *_Nonnull signal) {
    return signal->return_type & ~G_SIGNAL_TYPE_STATIC_SCOPE;
}

static inline GType scenegtk_argument_type(const GSignalQuery *_Nonnull signal, guint index) {
    return signal->param_types[index] & ~G_SIGNAL_TYPE_STATIC_SCOPE;
}

/* GLib defines its types by macros. */
static inline gboolean scenegtk_is_nothing(GType type) { return type == G_TYPE_NONE; }
static inline gboolean scenegtk_is_object(GType type) { return g_type_is_a(type, G_TYPE_OBJECT); }
static inline gboolean scenegtk_is_unsigned(GType type) { return type == G_TYPE_UINT; }
static inline const char *_Nonnull scenegtk_type_name(gpointer _Nonnull object) { return G_OBJECT_TYPE_NAME(object); }

/* Connects a signal with any arguments. `call` receives them as values, so nothing depends on how C passes them. If the
   signal cannot be connected, the data is released and the result is 0. */
static inline gulong scenegtk_connect(
    gpointer _Nonnull object, guint signal, GQuark detail, GClosureMarshal _Nonnull call, gpointer _Nonnull data,
    GClosureNotify _Nonnull release) {
    GClosure *closure = g_closure_new_simple(sizeof(GClosure), data);
    g_closure_set_marshal(closure, call);
    g_closure_add_finalize_notifier(closure, data, release);
    g_closure_sink(g_closure_ref(closure));
    gulong connection = g_signal_connect_closure_by_id(object, signal, detail, closure, FALSE);
    g_closure_unref(closure);
    return connection;
}

static inline gpointer _Nullable scenegtk_closure_data(GClosure *_Nonnull closure) { return closure->data; }

/* Reports a mistake of the program as GTK reports them. `G_DEBUG=fatal-criticals` ends the program then. */
static inline void scenegtk_report(const char *_Nonnull text) { g_log("SceneGTK", G_LOG_LEVEL_CRITICAL, "%s", text); }

/* Properties of accessibility have a variable number of arguments. */
static inline void scenegtk_set_accessible_label(gpointer _Nonnull widget, const char *_Nonnull text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* For a property that has no function of its own in this version of GTK. */
static inline void scenegtk_set_text_property(
    gpointer _Nonnull object, const char *_Nonnull property, const char *_Nonnull text) {
    g_object_set(object, property, text, NULL);
}

static inline void scenegtk_prefer_dark_style(void) {
    g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", TRUE, NULL);
}

/* The role of a widget can be set only when it is created. */
static inline GtkWidget *_Nonnull scenegtk_box_new_with_role(GtkOrientation orientation, GtkAccessibleRole role) {
    return g_object_new(GTK_TYPE_BOX, "orientation", orientation, "accessible-role", role, NULL);
}

/* The text of a label or, from GTK 4.8 on, of an inscription. */
static inline const char *_Nullable scenegtk_text(gpointer _Nonnull object) {
#if GTK_CHECK_VERSION(4, 8, 0)
    if (GTK_IS_INSCRIPTION(object)) return gtk_inscription_get_text(GTK_INSCRIPTION(object));
#endif
    return GTK_IS_LABEL(object) ? gtk_label_get_text(GTK_LABEL(object)) : NULL;
}

/* g_signal_emit_by_name has a variable number of arguments. */
static inline void g_signal_emit_by_name_activate(gpointer _Nonnull list, guint position) {
    g_signal_emit_by_name(list, "activate", position);
}

static inline void g_signal_emit_by_name_clicked(gpointer _Nonnull button) {
    g_signal_emit_by_name(button, "clicked");
}

#endif
#endif
