import type { AgentTool } from '../tool/agent-tool.ts'
import type { AgentRunner } from '../tool/session-services.ts'
import { createEditTool } from './files/edit-tool.ts'
import { createGlobTool } from './files/glob-tool.ts'
import { createGrepTool } from './files/grep-tool.ts'
import { createNotebookEditTool } from './files/notebook-edit-tool.ts'
import { createReadTool } from './files/read-tool.ts'
import { createWriteTool } from './files/write-tool.ts'
import { createCronTools } from './schedule/cron-tools.ts'
import { createAskUserQuestionTool } from './session/ask-user-question-tool.ts'
import { createPlanModeTools } from './session/plan-mode-tools.ts'
import { createReplTool } from './session/repl-tool.ts'
import { createSkillTool } from './session/skill-tool.ts'
import { createSnipTool } from './session/snip-tool.ts'
import { createTaskTool } from './session/task-tool.ts'
import { createTodoWriteTool } from './session/todo-write-tool.ts'
import { createToolSearchTool } from './session/tool-search-tool.ts'
import { createBashOutputTool, createKillShellTool } from './shell/bash-output-tool.ts'
import { type BashToolOptions, createBashTool } from './shell/bash-tool.ts'
import { createWebFetchTool, type WebFetchOptions } from './web/web-fetch-tool.ts'

export type CreateToolsOptions = {
  readonly bash?: BashToolOptions
  readonly webFetch?: WebFetchOptions
  /** The kinds of subagents that the model is told about. */
  readonly agentTypes?: AgentRunner['types']
  /** Whether the session has a file for plans. */
  readonly keepsPlans?: boolean
}

/**
 * All tools, always in the same order: a request must begin as the one before. Made once for each agent,
 * since some of them remember: the folder of the shell, the mode before plan mode, pages.
 */
export function createTools(options: CreateToolsOptions = {}): readonly AgentTool[] {
  return [
    ...createFileTools(),
    createBashTool(options.bash),
    createBashOutputTool(),
    createKillShellTool(),
    createTodoWriteTool(),
    createTaskTool(options.agentTypes),
    createWebFetchTool(options.webFetch),
    createSkillTool(),
    createToolSearchTool(),
    createSnipTool(),
    createReplTool(),
    createAskUserQuestionTool(),
    ...createPlanModeTools({ keepsPlans: options.keepsPlans ?? false }),
    ...createCronTools(),
  ]
}

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
