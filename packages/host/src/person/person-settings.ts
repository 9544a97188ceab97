import { isAbsolute } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { FOREIGN_AGENTS } from '@antiphon/core/log'
import { DEFAULT_SETTINGS, type PersonSettings } from './default-settings.ts'

/** What is wrong with a setting, in a sentence. */
export type SettingsRead = { readonly settings: PersonSettings; readonly problems: readonly string[] }

/** The settings that an object tells; what it tells wrong is named and counts as not told, other fields are let be. */
export function readPersonSettings(value: JsonObject): SettingsRead {
  const problems: string[] = []
  const told: [string, unknown][] = []
  for (const [name, rule] of Object.entries(RULES)) {
    if (value[name] === undefined) continue
    if (rule.isFit(value[name])) told.push([name, value[name]])
    else problems.push(`"${name}" ${rule.words}.`)
  }
  // Each field passed the rule of its name.
  return { settings: { ...DEFAULT_SETTINGS, ...(Object.fromEntries(told) as object) }, problems }
}

/** Why a change cannot be taken; null where it can. Only what is known may be set. */
export function checkSettingsChange(changes: JsonObject): string | null {
  for (const [name, value] of Object.entries(changes)) {
    const rule = Object.hasOwn(RULES, name) ? RULES[name as keyof PersonSettings] : undefined
    if (!rule) return `There is no setting "${name}".`
    if (!rule.isFit(value)) return `"${name}" ${rule.words}.`
  }
  return null
}

const AGENT_NAMES: ReadonlySet<unknown> = new Set(['claude-code', 'antiphon', ...Object.keys(FOREIGN_AGENTS)])

/** `words` follow the name of the setting. */
type Rule = { readonly isFit: (value: unknown) => boolean; readonly words: string }

const RULES: { readonly [Name in keyof PersonSettings]: Rule } = {
  theme: oneOf('system', 'light', 'dark'),
  terminalTheme: oneOf('system', 'light', 'dark'),
  editorMode: oneOf('normal', 'vim'),
  language: oneOf('system', 'en', 'zh-CN'),
  density: oneOf('comfortable', 'compact'),
  readingSize: oneOf(14, 15, 16, 18),
  textFont: fontName(),
  codeFont: fontName(),
  openToolCalls: oneOf('failed', 'edits', 'all', 'none'),
  keys: {
    words: 'has to be an object of texts, such as {"next": "j"}',
    isFit: value =>
      isObject(value) &&
      !Array.isArray(value) &&
      Object.values(value).every(key => typeof key === 'string' && key.length <= 40),
  },
  agent: oneOf('claude-code', 'antiphon', 'demo'),
  model: { words: 'has to be the name of a model', isFit: value => isText(value, 200) },
  permissionMode: oneOf('default', 'acceptEdits', 'plan'),
  monthlyBudgetUsd: {
    words: 'has to be an amount in dollars above zero, or null',
    isFit: value =>
      value === null || (typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 1e9),
  },
  budgetAlertPercent: wholeNumber(1, 100),
  showPlanLimits: yesOrNo(),
  notifyWaiting: yesOrNo(),
  notifyDone: yesOrNo(),
  sound: yesOrNo(),
  folders: listOfPaths(),
  hideOneOff: yesOrNo(),
  trashDays: wholeNumber(1, 3650),
  redactSync: yesOrNo(),
  archiveFolder: {
    words: 'has to be a whole path, or empty',
    isFit: value => value === '' || (isText(value, 4096) && isAbsolute(value)),
  },
  archiveAgents: {
    words: 'has to be a list of agents, such as ["claude-code", "codex"]',
    isFit: value => Array.isArray(value) && value.every(name => AGENT_NAMES.has(name)),
  },
  archiveProjects: listOfPaths(),
  archiveSkip: listOfPaths(),
  archiveDays: {
    words: `${wholeNumber(1, 36_500).words}, or null`,
    isFit: value => value === null || wholeNumber(1, 36_500).isFit(value),
  },
  archiveGigabytes: {
    words: 'has to be a number of gigabytes above zero, or null',
    isFit: value => value === null || isAmount(value),
  },
  redactArchive: yesOrNo(),
  archiveViewGigabytes: { words: 'has to be a number of gigabytes above zero', isFit: isAmount },
  warnSweep: yesOrNo(),
}

function listOfPaths(): Rule {
  return {
    words: 'has to be a list of whole paths',
    isFit: value =>
      Array.isArray(value) &&
      value.length <= 50 &&
      value.every(path => isText(path, 4096) && isAbsolute(path)),
  }
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 1e6
}

function oneOf(...values: readonly (string | number)[]): Rule {
  return {
    words: `has to be one of ${values.join(', ')}`,
    isFit: value => values.some(one => one === value),
  }
}

function yesOrNo(): Rule {
  return { words: 'has to be true or false', isFit: value => typeof value === 'boolean' }
}

function wholeNumber(least: number, most: number): Rule {
  return {
    words: `has to be a whole number from ${least} to ${most}`,
    isFit: value => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  }
}

/** It goes into a style: letters, digits and spaces name every font. */
function fontName(): Rule {
  return {
    words: 'has to be the name of a font, or empty',
    isFit: value => typeof value === 'string' && /^[\p{L}\p{N} ._-]{0,80}$/u.test(value),
  }
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most
}
