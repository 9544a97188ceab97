import { CURRENT_MODELS } from './current-models.ts'
import { lookupTable } from './lookup-table.ts'
import { OLDER_MODELS } from './older-models.ts'

/** What validity and price depend on for one model; `null` where nobody knows. From api-models.json. */
export type ModelFacts = {
  readonly context: number
  readonly maxOutput: number
  readonly thinkingTypes: readonly string[]
  readonly thinkingDefault: 'always' | 'on' | 'off'
  readonly effort: readonly string[] | null
  readonly effortDefault: string | null
  readonly prefill: boolean
  readonly sampling: 'rejected' | 'one-of' | null
  readonly forcedToolChoice: boolean | null
  readonly midConversationSystem: boolean | null
  /** Thinking blocks are bound to everything before them and checked on every request. */
  readonly prefixCheck: boolean | null
  readonly minCacheTokens: number | null
  readonly mediaLimit: number
  readonly usdPerMTok: UsdPerMTok | null
  readonly disabledMaxEffort?: string
  readonly fastUsd?: readonly [number, number]
  readonly tierOver100kPromptTokens?: UsdPerMTok
  readonly endOfLife?: string
}

export type UsdPerMTok = {
  readonly input: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly cacheRead: number
  readonly output: number
}

/** Every model that is known, by its canonical name. */
export const MODELS: Readonly<Record<string, ModelFacts>> = lookupTable<Record<string, ModelFacts>>({
  ...OLDER_MODELS,
  ...CURRENT_MODELS,
})

/** The newest behaviour: what an unknown model is taken for, since new models are stricter than old ones. */
const UNKNOWN_MODEL: ModelFacts = {
  ...(MODELS['claude-opus-5-5'] as ModelFacts),
  usdPerMTok: null,
  midConversationSystem: false,
}

/** Facts of a model by any of its names: dated, with a region or vendor prefix, with a context suffix. */
export function modelFacts(model: string): ModelFacts {
  const name = canonicalModelName(model)
  return (Object.hasOwn(MODELS, name) ? MODELS[name] : undefined) ?? UNKNOWN_MODEL
}

/** `us.anthropic.claude-opus-4-5-20251101-v1:0` and `claude-opus-4-5@20251101` are both `claude-opus-4-5`. */
export function canonicalModelName(model: string): string {
  const known = canonicalNames.get(model)
  if (known !== undefined) return known
  const name = toCanonical(model)
  // A hostile log may name a new model on each line.
  if (canonicalNames.size < MAX_NAMES) canonicalNames.set(model, name)
  return name
}

// Reports ask for the few names of a machine hundreds of thousands of times.
const canonicalNames = new Map<string, string>()
const MAX_NAMES = 500

/**
 * Whether the API could have a model of this name: one of the table, or one that is named like them, since new models
 * appear faster than tables. The names of all platforms count: a gateway may translate them. Letters and blanks do not.
 */
export function isModelName(model: string): boolean {
  const name = undecorate(model)
  return Object.hasOwn(MODELS, name) || FAMILY_FIRST.test(name) || VERSION_FIRST.test(name)
}

const FAMILY_FIRST = /^claude-[a-z]+-\d{1,2}(?:-\d{1,2})?$/
const VERSION_FIRST = /^claude-\d{1,2}(?:-\d{1,2})?-[a-z]+$/

function toCanonical(model: string): string {
  return undecorate(model.toLowerCase())
}

/** Without what platforms, gateways and dates add to a name. */
function undecorate(model: string): string {
  return model
    .replace(/^.*\//, '')
    .replace(/\[1m\]$/, '')
    .replace(/^(?:[a-z-]+\.)?anthropic\./, '')
    .replace(/:\d+$/, '')
    .replace(/-v\d+$/, '')
    .replace(/[-@]\d{8}$/, '')
    .replace(/-v\d+$/, '')
    .replace(/-latest$/, '')
    .replace(/(\d)\.(\d)/, '$1-$2')
    .replace(/-(\d)-0$/, '-$1')
}
