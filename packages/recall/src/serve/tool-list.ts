import { commandOutput } from '../tools/command-output.ts'
import { fileHistory } from '../tools/file-history.ts'
import { findFailures } from '../tools/find-failures.ts'
import { readSessionTool } from '../tools/read-session.ts'
import type { RecallTool } from '../tools/recall-tool.ts'
import { searchSessions } from '../tools/search-sessions.ts'
import { usageTool } from '../tools/usage.ts'

/** All tools, in the order in which agents are shown them. */
export const RECALL_TOOLS: readonly RecallTool[] = [
  searchSessions,
  readSessionTool,
  fileHistory,
  commandOutput,
  findFailures,
  usageTool,
]
