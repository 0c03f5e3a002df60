/// A sequence that tells the ledger itself when its reader waits, and when it can run again.
package protocol AccountedSequence: AsyncSequence {}

extension AsyncMapSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncThrowingMapSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncCompactMapSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncThrowingCompactMapSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncFilterSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncThrowingFilterSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncPrefixSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncDropFirstSequence: AccountedSequence where Base: AccountedSequence {}

/// A sequence that a ``Follower`` can follow: it tells nobody of its waits, and may be read on any thread.
protocol FollowedSequence: AsyncSequence {}

extension AsyncStream: FollowedSequence {}
extension AsyncThrowingStream: FollowedSequence {}
extension AsyncMapSequence: FollowedSequence where Base: FollowedSequence {}
extension AsyncThrowingMapSequence: FollowedSequence where Base: FollowedSequence {}
extension AsyncCompactMapSequence: FollowedSequence where Base: FollowedSequence {}
extension AsyncThrowingCompactMapSequence: FollowedSequence where Base: FollowedSequence {}
extension AsyncFilterSequence: FollowedSequence where Base: FollowedSequence {}
extension AsyncThrowingFilterSequence: FollowedSequence where Base: FollowedSequence {}
extension AsyncPrefixSequence: FollowedSequence where Base: FollowedSequence {}
extension AsyncDropFirstSequence: FollowedSequence where Base: FollowedSequence {}
