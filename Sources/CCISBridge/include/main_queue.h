/*
 * Lets a loop run the main queue of Dispatch. Dispatch exports both functions for this purpose. Not for hosts.
 * The variable belongs to Foundation. It is the thread (a pthread_t) that has loaded Foundation. Only this thread can run the
 * queue.
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
