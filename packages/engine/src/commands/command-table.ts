import type { CommandWords, WireSlashCommand } from '@antiphon/core/wire'
import type { Command, CommandBase, FaceCommand, LocalCommand } from '../session/command.ts'

/** A command that Antiphon itself has: what a person reads of it, and where it is done if not by the engine. */
export type CommandRow = CommandWords & {
  readonly name: BuiltInName
  readonly aliases?: readonly string[]
  readonly chinese: CommandWords
  /** What does the same where nobody answers it; absent for what every session answers. */
  readonly elsewhere?: string
}

/** The name of one of our own. */
export type BuiltInName =
  | 'help'
  | 'clear'
  | 'compact'
  | 'context'
  | 'cost'
  | 'usage'
  | 'model'
  | 'permissions'
  | 'mode'
  | 'resume'
  | 'fork'
  | 'rewind'
  | 'export'
  | 'rename'
  | 'doctor'
  | 'mcp'
  | 'agents'
  | 'memory'
  | 'todos'
  | 'tasks'
  | 'status'
  | 'search'
  | 'sandbox'
  | 'skills'
  | 'theme'
  | 'exit'

/** Every command of our own, in the order of `/help`. Who can do one gives its work to `createBuiltInCommand`. */
export const COMMAND_TABLE: readonly CommandRow[] = [
  row('help', 'List the commands that there are', '列出可用的命令'),
  {
    ...row(
      'clear',
      'Forget the conversation and begin anew; the log keeps it',
      '忘记对话，重新开始；日志会保留',
    ),
    aliases: ['reset', 'new'],
  },
  row(
    ['compact', '[what the summary shall keep]', '[总结要保留的内容]'],
    'Sum up the conversation and go on with the summary',
    '总结对话，并带着总结继续',
  ),
  row('context', "Show what fills the model's window", '显示模型窗口里有什么'),
  {
    ...row('cost', 'Show what the session has cost until now', '显示这个会话到目前为止的花费'),
    elsewhere: 'antiphon usage --session ID',
  },
  {
    ...row(
      ['usage', '[day|week|month|project|model|session|tool]', '[day|week|month|project|model|session|tool]'],
      'Show what the session used in all its runs, or all sessions put together',
      '显示这个会话历次运行的用量，或所有会话的汇总',
    ),
    elsewhere: 'antiphon usage, or the numbers of the window',
  },
  row(
    ['model', '[model]', '[模型]'],
    'Show the model, or let another one answer',
    '显示模型，或换一个模型回答',
  ),
  {
    ...row('permissions', 'Show the permission mode and the rules in force', '显示权限模式和生效的规则'),
    aliases: ['allowed-tools'],
  },
  {
    ...row(
      ['mode', '[mode]', '[模式]'],
      'Show the permission mode, or set another',
      '显示权限模式，或换一个',
    ),
    elsewhere: '--permission-mode at the start',
  },
  {
    ...row(['resume', '[session]', '[会话]'], 'Go on with another session', '继续另一个会话'),
    aliases: ['continue'],
    elsewhere: 'antiphon -r SESSION -p PROMPT, with an id of antiphon ls, or the window (antiphon open)',
  },
  {
    ...row(
      'fork',
      'Go on in a copy of this session; this one stays as it is',
      '在会话的副本里继续；原会话不变',
    ),
    aliases: ['branch'],
    elsewhere: 'antiphon fork SESSION',
  },
  {
    ...row(
      ['rewind', '[number of the prompt]', '[提示的编号]'],
      'Give files back the state that they had at a prompt',
      '把文件恢复到某个提示时的状态',
    ),
    aliases: ['checkpoint'],
    elsewhere: 'rewind_files over stream-json',
  },
  {
    ...row(
      ['export', '[file.html|file.md|file.json]', '[file.html|file.md|file.json]'],
      'Write the session as a file for others, without its secrets',
      '把会话写成给别人看的文件，不含密钥',
    ),
    aliases: ['share'],
    elsewhere: 'antiphon export SESSION --out FILE, or the share dialog of the window',
  },
  {
    ...row(
      ['rename', '[name]', '[名称]'],
      'Name the session; a small model does where no name is given',
      '给会话命名；不写名称时由小模型命名',
    ),
    elsewhere: 'antiphon rename SESSION NAME',
  },
  {
    ...row('doctor', "Examine the session's log", '检查会话的日志'),
    elsewhere: 'antiphon doctor SESSION, or the doctor of the window',
  },
  {
    ...row(
      ['mcp', '[login|logout|reconnect] [server]', '[login|logout|reconnect] [服务器]'],
      'Show the MCP servers and their tools, log in at one, or connect to it again',
      '显示 MCP 服务器和它们的工具，登录其中一个，或重新连接',
    ),
    elsewhere: 'mcp_status over stream-json',
  },
  row('agents', 'List the kinds of subagents that there are', '列出可用的子代理'),
  row(
    ['memory', '[project|user|local text]', '[project|user|local 文字]'],
    'Show which files tell the model its instructions, or add a line to one',
    '显示哪些文件给模型提供指令，或在其中加一行',
  ),
  row('todos', 'Show what the model has to do', '显示模型的待办事项'),
  {
    ...row('tasks', 'Show what runs in the background', '显示后台运行的任务'),
    aliases: ['bashes'],
  },
  {
    ...row(
      'status',
      'Show the session, its model, mode, folder and log',
      '显示会话及其模型、模式、文件夹和日志',
    ),
    elsewhere: 'antiphon ls',
  },
  {
    ...row(['search', '<words>', '<词语>'], 'Find words in all sessions', '在所有会话里查找词语'),
    elsewhere: 'antiphon search WORDS, or the search of the window',
  },
  row('sandbox', 'Show what keeps commands in', '显示命令受到的限制'),
  row('skills', 'List the skills that there are', '列出可用的技能'),
  {
    ...row('theme', 'Choose the colours', '选择颜色主题'),
    elsewhere: 'the settings of the window (antiphon open)',
  },
  {
    ...row('exit', 'Leave the conversation; the log keeps it', '离开对话；日志会保留'),
    aliases: ['quit'],
    elsewhere: 'the end of the input',
  },
]

/** One of our own commands with its work. */
export function createBuiltInCommand(name: BuiltInName, run: LocalCommand['run']): LocalCommand {
  return { kind: 'local', ...describeRow(findRow(name)), run }
}

/** Commands as the table has them, those of others behind. */
export function inTableOrder(commands: readonly Command[]): readonly Command[] {
  const place = ({ name }: Command): number => {
    const at = COMMAND_TABLE.findIndex(({ name: other }) => other === name)
    return at === -1 ? COMMAND_TABLE.length : at
  }
  return commands.toSorted((one, other) => place(one) - place(other))
}

/** What is left of our own for a face to do: all but those that are named here. */
export function listFaceCommands(answered: readonly string[]): readonly FaceCommand[] {
  return COMMAND_TABLE.filter(({ name }) => !answered.includes(name)).map(found => ({
    kind: 'face',
    ...describeRow(found),
    elsewhere: found.elsewhere ?? 'antiphon -p',
  }))
}

function findRow(name: BuiltInName): CommandRow {
  const found = COMMAND_TABLE.find(({ name: other }) => other === name)
  if (!found) throw new Error(`There is no command ${name} in the table.`)
  return found
}

function describeRow({ elsewhere: _elsewhere, ...words }: CommandRow): CommandBase {
  return { ...words, source: 'built-in' }
}

/** A row without words to add, or `[name, what can be added, the same in Chinese]`. */
function row(
  called: BuiltInName | readonly [name: BuiltInName, hint: string, chineseHint: string],
  description: string,
  chinese: string,
): CommandRow {
  const [name, argumentHint, chineseHint] = typeof called === 'string' ? ([called, '', ''] as const) : called
  return { name, description, argumentHint, chinese: { description: chinese, argumentHint: chineseHint } }
}

/** A command as programs and pages list it. */
export function toWireCommand(command: Command): WireSlashCommand {
  const { name, description, argumentHint, aliases = [], kind, source, chinese } = command
  return {
    ...{ name, description, argumentHint },
    ...(aliases.length > 0 && { aliases }),
    ...((source === 'built-in' || source === 'host') && { builtin: true }),
    ...{ kind, source },
    ...(chinese && { chinese }),
  }
}
