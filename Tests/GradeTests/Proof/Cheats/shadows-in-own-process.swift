// Declares the function that runs the checks of a requirement.

import Foundation

func inOwnProcess(_ checks: @convention(c) () -> Void) async {}
