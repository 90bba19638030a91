import MiniOperations

// What a user of the framework changes in a file: the names of the types. The files beside this one are links
// to those that are compiled with Foundation's types.

package typealias Operation = MiniOperation
package typealias BlockOperation = MiniBlockOperation
package typealias OperationQueue = MiniOperationQueue
