import { oneLine } from '@antiphon/core'
import type { Texts } from '../language/language.ts'
import { excerpt } from '../results/excerpt.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Work } from '../tasks/task.ts'
import type { Call } from '../tools/call.ts'
import type { Wish } from './wish.ts'

/** “fetch https://…”, or only an address. */
export const fetchPage: Wish = {
  name: 'fetch',
  understand({ text, unmask, references }) {
    const plain = unmask(text)
    const named = /https?:\/\/[^\s，。；、）)>"'”]+/.exec(plain)?.[0]
    const attached = references.find(reference => reference.type === 'WebReference')?.url
    const url = named ?? (PAGE.test(text) ? attached : undefined)
    if (url === undefined || (plain !== url && !VERB.test(text))) return null
    const title: Texts = { en: `fetch ${oneLine(url, 80)}`, zh: `获取 ${oneLine(url, 80)}` }
    const prompt = 'What does this page say?'
    return {
      title,
      isReading: true,
      carryOut: desk => look(desk.toolbox.call('fetch', { url, prompt, title: title.en }), desk, title),
    }
  },
}

const VERB =
  /^(?:fetch|get|open|read|download|visit|browse|summari[sz]e|show|load|look at|check|what|获取|打开|读取?|下载|访问|浏览|总结|看看?|抓取)/i
const PAGE = /\b(?:page|site|link|url)\b|网页|链接|网站/i

/** “search the web for X”, “上网搜索 X”. */
export const searchWeb: Wish = {
  name: 'search web',
  understand({ text, unmask }) {
    const match = ENGLISH.exec(text) ?? CHINESE.exec(text)
    if (!match) return null
    const query = unmask(match[1] ?? '').trim()
    const title: Texts = {
      en: `search the web for “${oneLine(query, 60)}”`,
      zh: `上网搜索“${oneLine(query, 60)}”`,
    }
    return {
      title,
      isReading: true,
      carryOut: desk => look(desk.toolbox.call('searchWeb', { query, title: title.en }), desk, title),
    }
  },
}

const ENGLISH =
  /^(?:(?:search|look)\s+(?:up\s+)?(?:on\s+)?(?:the\s+)?(?:web|internet|net|online)\s+(?:for\s+)?|google\s+(?:for\s+)?)(.+)$/is
const CHINESE = /^(?:上网|在网上|网上|联网|到网上)\s*(?:搜索?|查找?|找)(?:一下)?\s*(.+)$/s

function* look(call: Call | null, desk: Desk, title: Texts): Work {
  if (!call) return missingTool(title, desk)
  const [result = MISSING_RESULT] = yield [call]
  if (result.status !== 'ok') return failedOutcome(result, title, desk.language)
  const head: Texts = { en: 'I found this:', zh: '找到的内容：' }
  const text = `${head[desk.language]}\n${excerpt(result.text, { language: desk.language, lines: 20 })}`
  return { isDone: true, text, output: result.text }
}
