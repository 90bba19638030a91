import Testing

@testable import MiniOperations

@Suite struct `A gate that opens once` {
  @Test func `Who is rung checks, and continues to wait while there is no reason not to`() {
    let latch = Latch(name: "latch")
    var checks = 0
    var isOpen = false
    let interloper = Interloper(whenItSleeps: { latch.wake() }, { latch.open() })
    interloper.watch {
      isOpen = latch.wait(unless: {
        checks += 1
        return false
      })
    }
    #expect(isOpen && checks == 2)
  }

  @Test func `Who is rung with a reason stops waiting, although it is closed`() {
    let latch = Latch(name: "latch")
    var isCalled = false
    var isOpen = true
    let interloper = Interloper(whenItSleeps: {
      isCalled = true
      latch.wake()
    })
    interloper.watch { isOpen = latch.wait(unless: { isCalled }) }
    #expect(!isOpen && interloper.hasCome)
  }
}
