/// A sequence that tells the ledger itself when its reader waits, and when it can run again.
///
/// Of other sequences only so much is known: that a source waits for the next element.
package protocol AccountedSequence: AsyncSequence {}

extension AsyncMapSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncThrowingMapSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncCompactMapSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncThrowingCompactMapSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncFilterSequence: AccountedSequence where Base: AccountedSequence {}
extension AsyncThrowingFilterSequence: AccountedSequence where Base: AccountedSequence {}
