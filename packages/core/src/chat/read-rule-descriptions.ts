import { isObject } from '@antiphon/contract'
import { readArray, readText } from '../message/read-field.ts'
import { oneLine, stripControl } from '../ui/index.ts'
import type { RuleDescription } from '../wire/rule-description.ts'

/** What the server says of each rule that a question suggests, by the rule as it is written. */
export function readRuleDescriptions(request: unknown): ReadonlyMap<string, RuleDescription> {
  const found = new Map<string, RuleDescription>()
  for (const item of readArray(request, 'rule_descriptions')) {
    const rule = readText(item, 'rule')
    const description = isObject(item) ? readDescription(item.description) : undefined
    if (rule !== undefined && description) found.set(rule, description)
  }
  return found
}

/** Its texts as they can be shown; undefined for what the page has no words for. */
function readDescription(value: unknown): RuleDescription | undefined {
  if (!isObject(value)) return undefined
  const fields = Object.entries(value).filter(([, field]) => typeof field === 'string')
  const texts = new Map(fields.map(([name, field]) => [name, oneLine(stripControl(String(field)), 200)]))
  const wanted = FIELDS.get(texts.get('kind') ?? '')
  if (!wanted?.every(name => texts.has(name)) || !isKnownReach(texts)) return undefined
  // Every field that its kind has is a text, and its reach is one that there is.
  return Object.fromEntries(texts) as RuleDescription
}

const FIELDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'every-use': ['tool'],
    server: ['server'],
    tools: ['pattern'],
    command: ['command'],
    'command-prefix': ['words'],
    'command-pattern': ['pattern'],
    files: ['use', 'tool', 'reach', 'pattern'],
    pages: ['reach', 'domain'],
    detail: ['tool', 'detail', 'reach'],
    nothing: ['problem'],
  } satisfies Record<RuleDescription['kind'], readonly string[]>),
)

const REACHES: ReadonlyMap<string, readonly string[]> = new Map([
  ['files', ['one', 'any-depth', 'pattern']],
  ['pages', ['host', 'below', 'pattern', 'all']],
  ['detail', ['exact', 'prefix', 'pattern']],
])

function isKnownReach(texts: ReadonlyMap<string, string>): boolean {
  const known = REACHES.get(texts.get('kind') ?? '')
  return known === undefined || known.includes(texts.get('reach') ?? '')
}
