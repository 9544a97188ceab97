import { isObject, type JsonObject, oneLine } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import type { Texts } from '../language/language.ts'
import { excerpt } from '../results/excerpt.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { type CallResult, MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Outcome, Work } from '../tasks/task.ts'
import { makeValue } from '../tools/make-value.ts'
import type { Wish } from './wish.ts'

/** “call get_weather with {"city": "Paris"}”: any tool by its name, its input completed by its schema. */
export const useTool: Wish = {
  name: 'use tool',
  understand(clause) {
    const match = PATTERN.exec(clause.text)
    const name = clause.toolNames.find(candidate => candidate === clause.unmask(match?.[1] ?? ''))
    if (!match || name === undefined) return null
    const input = readInput(match[2] ?? '', clause)
    const title: Texts = { en: `call ${name}`, zh: `调用 ${name}` }
    return { title, isReading: false, carryOut: desk => carryOut({ name, input, desk, title }) }
  },
}

/** “use the skill pdf”, “使用技能 pdf”. */
export const useSkill: Wish = {
  name: 'use skill',
  understand({ text, unmask }) {
    const match = SKILL.exec(text)
    if (!match) return null
    const skill = unmask(match[1] ?? match[2] ?? match[3] ?? '')
    const title: Texts = { en: `use the skill ${skill}`, zh: `使用技能 ${skill}` }
    return { title, isReading: false, carryOut: desk => startSkill(skill, desk, title) }
  },
}

const PATTERN =
  /^(?:call|use|invoke|try|调用|使用|用)\s*(?:the\s+)?(?:tool\s+|工具\s*)?([\w\p{Co}.-]+)(?:\s+tool|\s*工具)?(?:\s*(?:with|on|for|，|,|参数)?\s*(\S.*))?$/isu
const SKILL =
  /^(?:use|run|apply|invoke)\s+(?:the\s+)?(?:skill\s+([\w:.-]+)|([\w:.-]+)\s+skill)$|^(?:使用|调用|运行)技能\s*([\w:.-]+)$/i

/** JSON as it is, or `name=value` pairs. */
function readInput(said: string, { unmask }: Clause): JsonObject {
  const start = said.indexOf('{')
  const json = start === -1 ? undefined : parse(unmaskJson(said.slice(start), unmask))
  if (json) return json
  const pairs = [...said.matchAll(/([\w-]+)\s*[=:：]\s*([^\s,，]+)/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, parseValue(unmask(value))]))
}

/** Quotation marks were masked with what they held. */
function unmaskJson(text: string, unmask: (text: string) => string): string {
  return text.replace(/[\ue000-\uf8ff]/g, mask => JSON.stringify(unmask(mask)))
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // What JSON.parse calls an object is a JSON object.
    return isObject(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

function parseValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

function* startSkill(skill: string, desk: Desk, title: Texts): Work {
  const call = desk.toolbox.call('useSkill', { skill })
  if (!call) return missingTool(title, desk)
  const [result = MISSING_RESULT] = yield [call]
  return report(result, title, desk)
}

type Using = { readonly name: string; readonly input: JsonObject; readonly desk: Desk; readonly title: Texts }

function* carryOut({ name, input, desk, title }: Using): Work {
  const tool = desk.toolbox.tools.find(candidate => candidate.name === name)
  if (!tool) return missingTool(title, desk)
  const filled = makeValue(tool.schema, () => 'demo')
  const [result = MISSING_RESULT] = yield [{ name, input: { ...(isObject(filled) && filled), ...input } }]
  return report(result, title, desk)
}

function report(result: CallResult, title: Texts, { language }: Desk): Outcome {
  if (result.status !== 'ok') return failedOutcome(result, title, language)
  const head: Texts = {
    en: `Done: ${oneLine(title.en, 80)}. It answered:`,
    zh: `已${oneLine(title.zh, 80)}，返回：`,
  }
  const text =
    result.text === ''
      ? head[language].replace(/[.，].*$/, '')
      : `${head[language]}\n${excerpt(result.text, { language })}`
  return { isDone: true, text, output: result.text }
}
