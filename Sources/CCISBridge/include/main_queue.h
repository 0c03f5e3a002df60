/*
 * The main queue of Dispatch, for a loop that is not its own: not for hosts. Both functions are exported for this purpose.
 * The variable is Foundation's: the thread that has loaded it, which it gives the queue to (a pthread_t).
 */
#ifndef CIS_MAIN_QUEUE_H
#define CIS_MAIN_QUEUE_H

#ifdef __linux__
extern const unsigned long _CFMainPThread;
int _dispatch_get_main_queue_handle_4CF(void);
#if defined(__clang__)
void _dispatch_main_queue_callback_4CF(void *_Nullable message);
#else
void _dispatch_main_queue_callback_4CF(void *message);
#endif
#endif

#endif
