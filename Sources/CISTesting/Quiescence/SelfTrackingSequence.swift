internal import CIS

/// A sequence that tells the quiescence tracker itself when its reader suspends and resumes.
protocol SelfTrackingSequence: AsyncSequence {}

extension StateValues: SelfTrackingSequence {}
extension Ticks: SelfTrackingSequence {}
extension AsyncMapSequence: SelfTrackingSequence where Base: SelfTrackingSequence {}
extension AsyncThrowingMapSequence: SelfTrackingSequence where Base: SelfTrackingSequence {}
extension AsyncCompactMapSequence: SelfTrackingSequence where Base: SelfTrackingSequence {}
extension AsyncThrowingCompactMapSequence: SelfTrackingSequence where Base: SelfTrackingSequence {}
extension AsyncFilterSequence: SelfTrackingSequence where Base: SelfTrackingSequence {}
extension AsyncThrowingFilterSequence: SelfTrackingSequence where Base: SelfTrackingSequence {}
extension AsyncPrefixSequence: SelfTrackingSequence where Base: SelfTrackingSequence {}
extension AsyncDropFirstSequence: SelfTrackingSequence where Base: SelfTrackingSequence {}

/// A sequence that may be read on any thread, so that a ``TrackingExecutor`` can track its reader.
protocol ExecutorTrackedSequence: AsyncSequence {}

extension AsyncStream: ExecutorTrackedSequence {}
extension AsyncThrowingStream: ExecutorTrackedSequence {}
extension AsyncMapSequence: ExecutorTrackedSequence where Base: ExecutorTrackedSequence {}
extension AsyncThrowingMapSequence: ExecutorTrackedSequence where Base: ExecutorTrackedSequence {}
extension AsyncCompactMapSequence: ExecutorTrackedSequence where Base: ExecutorTrackedSequence {}
extension AsyncThrowingCompactMapSequence: ExecutorTrackedSequence where Base: ExecutorTrackedSequence {}
extension AsyncFilterSequence: ExecutorTrackedSequence where Base: ExecutorTrackedSequence {}
extension AsyncThrowingFilterSequence: ExecutorTrackedSequence where Base: ExecutorTrackedSequence {}
extension AsyncPrefixSequence: ExecutorTrackedSequence where Base: ExecutorTrackedSequence {}
extension AsyncDropFirstSequence: ExecutorTrackedSequence where Base: ExecutorTrackedSequence {}
