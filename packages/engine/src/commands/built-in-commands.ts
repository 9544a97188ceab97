import type { LocalCommand } from '../session/command.ts'
import { clearCommand } from './built-in/clear-command.ts'
import { compactCommand } from './built-in/compact-command.ts'
import { contextCommand } from './built-in/context-command.ts'
import { helpCommand } from './built-in/help-command.ts'
import { memoryCommand } from './built-in/memory-command.ts'
import { modelCommand } from './built-in/model-command.ts'
import { permissionsCommand } from './built-in/permissions-command.ts'
import { sandboxCommand } from './built-in/sandbox-command.ts'
import { skillsCommand } from './built-in/skills-command.ts'

/** What every session can do for a person without asking the model. */
export const BUILT_IN_COMMANDS: readonly LocalCommand[] = [
  helpCommand,
  compactCommand,
  clearCommand,
  contextCommand,
  modelCommand,
  permissionsCommand,
  memoryCommand,
  sandboxCommand,
  skillsCommand,
]
