import { oneLine, previewText, stripControl } from '@antiphon/core/ui'
import type { CallResult } from './call-result.ts'
import type { DemoTexts } from './language.ts'

/** How long a file is, and how it begins. */
export function describeFile(path: string, shown: string): DemoTexts {
  const text = plainFile(shown)
  const name = `\`${oneLine(path, 120)}\``
  if (saysUnchanged(shown))
    return {
      en: `${name} is in this conversation already, and has not changed since.`,
      zh: `${name} 已经在对话中，之后没有变化。`,
    }
  if (text.trim() === '') return { en: `${name} is empty.`, zh: `${name} 是空的。` }
  const lines = text.replace(/\n$/, '').split('\n').length
  return withExcerpt(text, {
    en: `${name} has ${lines} ${lines === 1 ? 'line' : 'lines'}. It begins:`,
    zh: `${name} 共 ${lines} 行。开头是：`,
  })
}

/** Whether a reading tool says that the file was shown before, ours or Claude Code's. */
export function saysUnchanged(shown: string): boolean {
  return UNCHANGED.test(shown)
}

const UNCHANGED = /^(?:\S.* has not changed since you read it|File unchanged since last read)/

/** How much a listing or a search found, and the first of it. */
export function describeLines(printed: string, noun: DemoTexts & { readonly one: string }): DemoTexts {
  const lines = printed.split('\n').filter(line => line.trim() !== '' && !HEADING.test(line))
  if (lines.length === 0) return { en: `No ${noun.en}: nothing was found.`, zh: '没有找到。' }
  return withExcerpt(lines.join('\n'), {
    en: `${lines.length} ${lines.length === 1 ? noun.one : noun.en}:`,
    zh: `共 ${lines.length} ${noun.zh}：`,
  })
}

const HEADING = /^(?:total \d+|Found \d+ .*|No (?:files|matches) found.*)$/i

/** What a command printed. */
export function describeOutput(command: string, printed: string): DemoTexts {
  const name = `\`${oneLine(command, 80)}\``
  if (printed === '' || /^\(.*no output\)$/i.test(printed))
    return { en: `${name} ran and printed nothing.`, zh: `${name} 运行成功，没有输出。` }
  return withExcerpt(printed, { en: `${name} printed:`, zh: `${name} 的输出：` })
}

/** What to say where a call did not go well: what was tried, and what the tool or the person said. */
export function tellFailure(result: CallResult | undefined, tried: DemoTexts): DemoTexts {
  if (result?.status === 'rejected') {
    const { reason } = result
    const said = reason === undefined ? undefined : oneLine(reason, 200)
    return {
      en: `I could not ${tried.en}. ${said ? `You said: “${said}”. ` : ''}It was not allowed, so I stop here. Tell me what you would like instead.`,
      zh: `没能${tried.zh}。${said ? `你说：“${said}”。` : ''}这个操作没有被允许，所以我先停下。请告诉我接下来怎么做。`,
    }
  }
  const said = oneLine(result?.text ?? '', 300)
  return {
    en: `I could not ${tried.en}. ${said ? `The tool said: “${said}”` : 'No result came back.'}`,
    zh: `没能${tried.zh}。${said ? `工具说：“${said}”` : '没有得到结果。'}`,
  }
}

/** What to say where no tool that is offered can do it. */
export const NO_TOOL = (tried: DemoTexts): DemoTexts => ({
  en: `I cannot ${tried.en}: this request offers no tool for it.`,
  zh: `我没办法${tried.zh}：这个请求没有提供合适的工具。`,
})

/** A file's own text out of what a reading tool shows: without the numbers before its lines. */
export function plainFile(shown: string): string {
  const numbered = shown.split('\n').filter(line => NUMBER.test(line))
  return numbered.length === 0 ? shown : numbered.map(line => line.replace(NUMBER, '')).join('\n')
}

const NUMBER = /^\s*\d+(?:→|\t|\| ?)/

/** Words, then the head of a text in a code fence that it cannot break out of, with how much is not shown. */
function withExcerpt(text: string, words: DemoTexts): DemoTexts {
  const clean = stripControl(text).trimEnd()
  const { text: head, cutLines, cutCodePoints } = previewText(clean, { maxLines: 15, maxCodePoints: 1500 })
  const longest = Math.max(2, ...(head.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const shown = `\n${fence}\n${head.trimEnd()}\n${fence}`
  if (cutLines === 0)
    return { en: `${words.en}${shown}`, zh: `${words.zh}${shown}${cutCodePoints > 0 ? '\n…' : ''}` }
  return {
    en: `${words.en}${shown}\n… and ${cutLines} more ${cutLines === 1 ? 'line' : 'lines'}`,
    zh: `${words.zh}${shown}\n……还有 ${cutLines} 行`,
  }
}
