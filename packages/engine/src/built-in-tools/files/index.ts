import type { AgentTool } from '../../tool/agent-tool.ts'
import { createEditTool } from './edit-tool.ts'
import { createGlobTool } from './glob-tool.ts'
import { createGrepTool } from './grep-tool.ts'
import { createNotebookEditTool } from './notebook-edit-tool.ts'
import { createReadTool } from './read-tool.ts'
import { createWriteTool } from './write-tool.ts'

/** The tools that read, search and change files. */
export function createFileTools(): readonly AgentTool[] {
  return [
    createReadTool(),
    createWriteTool(),
    createEditTool(),
    createNotebookEditTool(),
    createGlobTool(),
    createGrepTool(),
  ]
}
