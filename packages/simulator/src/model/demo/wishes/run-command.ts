import { oneLine } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import { isPathLike } from '../clauses/find-paths.ts'
import type { Language, Texts } from '../language/language.ts'
import { excerpt } from '../results/excerpt.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Task, Work } from '../tasks/task.ts'
import { shellQuote } from '../tools/shell-quote.ts'
import type { Wish } from './wish.ts'

/** “run npm test”, “git status”, “运行它”. */
export const runCommand: Wish = {
  name: 'run',
  example: { en: 'run git status', zh: '运行 git status' },
  understand(clause) {
    const said = readCommand(clause)
    if (said === null) return null
    return toTask(PREVIOUS.test(said) ? null : toCommand(said))
  },
}

/** A line that is marked as a command: all of it is one. */
export const runMarkedCommand: Wish = {
  name: 'run marked',
  reach: 'everything',
  understand({ text, unmask }) {
    const command = /^[$!]\s*(\S.*)$/s.exec(text)?.[1]
    return command === undefined ? null : toTask(unmask(command).trim())
  },
}

const VERB =
  /^(?:run|execute|start|exec|launch)(?:\s+(?:the\s+)?(?:command\s+|script\s+)?(.+))?$|^(?:运行|执行|跑|启动)(?:一下|一次)?(?:命令|脚本)?[:：]?\s*(.*)$/is
const BARE =
  /^(?:git|npm|npx|pnpm|yarn|node|deno|bun|python3?|pip3?|cargo|pytest|docker|kubectl|curl|tsc|pwd|whoami|uname|mkdir|touch|cp|mv|rm|chmod|tree|wc|df|du|ps|grep\s+-|find\s+[./]|ls\s+-|echo\s+\S|cat\s+\S.*[|>]|make(?:\s+(?:all|build|check|clean|dev|docs|fmt|install|lint|run|start|test))?$|go\s+(?:build|run|test|vet|mod|fmt)\b)(?:\s.*|$|\S*.*)$/s
const PREVIOUS =
  /^(?:it|that|this|the (?:file|script|program)|this (?:file|script|program)|它|这个(?:文件|脚本|程序)?|该(?:文件|脚本|程序)|那个(?:文件|脚本|程序)?)$/i

function readCommand({ text, unmask }: Clause): string | null {
  const match = VERB.exec(text)
  if (match) return unmask(commandIn(match[1] ?? match[2] ?? '')).trim() || 'it'
  return BARE.test(text) && !/^(?:git|npm|docker|node|python)(?:hub|js)?\s+(?:is|are)\b/.test(text)
    ? unmask(text)
    : null
}

/** What is quoted is the command; what asks for a report behind it is not. */
function commandIn(said: string): string {
  const quoted = /^\p{Co}(?=$|[\s,，])/u.exec(said)?.[0]
  return (
    quoted ??
    said.replace(
      /[,，]?\s+(?:and\s+)?(?:tell me|show me|report|explain|give me)\b.*$|[,，]?\s*并?(?:告诉我|给我看).*$/is,
      '',
    )
  )
}

function toCommand(said: string): string {
  if (/^(?:all )?(?:the )?(?:unit )?tests?(?: suite)?$|^(?:所有)?(?:单元)?测试$/i.test(said))
    return 'npm test'
  if (/^(?:the )?build$|^构建$/i.test(said)) return 'npm run build'
  return isPathLike(said) && !/\s/.test(said) ? runFile(said) : said
}

const INTERPRETERS: Readonly<Record<string, string>> = {
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'npx tsx',
  sh: 'sh',
  rb: 'ruby',
  php: 'php',
  go: 'go run',
}

function runFile(path: string): string {
  const interpreter = INTERPRETERS[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '']
  if (interpreter !== undefined) return `${interpreter} ${shellQuote(path)}`
  return path.includes('/') ? shellQuote(path) : `./${shellQuote(path)}`
}

function toTask(command: string | null): Task {
  const shown = oneLine(command ?? '', 60)
  const title: Texts =
    command === null ? { en: 'run it', zh: '运行它' } : { en: `run ${shown}`, zh: `运行 ${shown}` }
  return {
    title,
    isReading: false,
    ...(command === null && { needsPrevious: true }),
    carryOut: desk => carryOut(command, desk, title),
  }
}

function* carryOut(said: string | null, desk: Desk, title: Texts): Work {
  const { previous, language, toolbox } = desk
  const command = said ?? (previous?.file === undefined ? null : runFile(previous.file))
  if (command === null) {
    const texts: Texts = {
      en: 'I do not know what to run; name the command.',
      zh: '我不知道要运行什么，请说出命令。',
    }
    return { isDone: false, text: texts[language] }
  }
  const call = toolbox.call('run', { command, title: `Run ${oneLine(command, 60)}` })
  if (!call) return missingTool(title, desk)
  const [result = MISSING_RESULT] = yield [call]
  if (result.status !== 'ok') {
    const failed = failedOutcome(
      result,
      { en: `run \`${oneLine(command, 80)}\``, zh: `运行 \`${oneLine(command, 80)}\`` },
      language,
    )
    return { ...failed, output: result.text }
  }
  return { isDone: true, text: sumUp(command, result.text, language), output: result.text }
}

function sumUp(command: string, printed: string, language: Language): string {
  const name = `\`${oneLine(command, 80)}\``
  if (printed === '' || /^\(.*no output\)$/i.test(printed)) {
    return language === 'zh' ? `${name} 运行成功，没有输出。` : `${name} ran and printed nothing.`
  }
  const head: Texts = { en: `${name} printed:`, zh: `${name} 的输出：` }
  return `${head[language]}\n${excerpt(printed, { language, lines: 20 })}`
}
