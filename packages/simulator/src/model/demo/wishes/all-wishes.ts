import { appendText } from './append-text.ts'
import { askPerson } from './ask-person.ts'
import { delegateTask } from './delegate-task.ts'
import { editFile } from './edit-file.ts'
import { listFiles } from './list-files.ts'
import { lookInstead } from './look-instead.ts'
import { planWork } from './plan-work.ts'
import { readFiles } from './read-files.ts'
import { recallFacts, rememberFact } from './remember-fact.ts'
import { runCommand, runMarkedCommand } from './run-command.ts'
import { searchFiles } from './search-files.ts'
import { useSkill, useTool } from './use-tool.ts'
import { fetchPage, searchWeb } from './use-web.ts'
import type { Wish } from './wish.ts'
import { writeFile } from './write-file.ts'

/** Every wish that the demo understands; the first that fits a clause wins, so the narrow ones come first. */
export const ALL_WISHES: readonly Wish[] = [
  runMarkedCommand,
  recallFacts,
  rememberFact,
  delegateTask,
  askPerson,
  planWork,
  useSkill,
  useTool,
  fetchPage,
  searchWeb,
  editFile,
  appendText,
  writeFile,
  runCommand,
  listFiles,
  searchFiles,
  readFiles,
  lookInstead,
]
