import CourseKit

tool.main(command)
