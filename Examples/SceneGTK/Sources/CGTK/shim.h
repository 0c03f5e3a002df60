#ifndef SCENEGTK_SHIM_H
#define SCENEGTK_SHIM_H

#if !__has_include(<gtk/gtk.h>)
#error "SceneGTK needs GTK 4: apt-get install libgtk-4-dev (Debian, Ubuntu) or brew install gtk4 (macOS)"
#endif

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

/* A signal whose first argument is the object and whose last is the data: with none, one and two arguments between. */
static inline gulong scenegtk_connect(
    gpointer _Nonnull object, const char *_Nonnull signal, GCallback _Nonnull callback, gpointer _Nullable data,
    GClosureNotify _Nullable release) {
    return g_signal_connect_data(object, signal, callback, data, release, (GConnectFlags)0);
}

static inline guint scenegtk_signal_arguments(gpointer _Nonnull object, const char *_Nonnull signal) {
    GSignalQuery query;
    guint id = g_signal_lookup(signal, G_OBJECT_TYPE(object));
    if (id == 0) return G_MAXUINT;
    g_signal_query(id, &query);
    return query.n_params;
}

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

static inline gboolean scenegtk_is_label(gpointer _Nonnull object) { return GTK_IS_LABEL(object); }

/* g_signal_emit_by_name has a variable number of arguments. */
static inline void g_signal_emit_by_name_clicked(gpointer _Nonnull button) {
    g_signal_emit_by_name(button, "clicked");
}

#endif
