import { isObject, type JsonObject } from '@antiphon/contract'
import { findRuleProblems } from '../permissions/find-rule-problems.ts'
import { isString } from './field-check.ts'
import type { SettingsProblem } from './settings.ts'

/** The rules of checked settings that do not do what their author hopes; they are kept, as some still make for a question. */
export function checkRules({ permissions }: JsonObject, file: string): readonly SettingsProblem[] {
  const lists = isObject(permissions) ? permissions : {}
  const rules = { allow: toTexts(lists.allow), deny: toTexts(lists.deny), ask: toTexts(lists.ask) }
  return findRuleProblems(rules).map(({ behavior, rule, problem }) => ({
    file,
    what: `permissions.${behavior} holds "${rule}": ${problem}`,
    whatToDo: 'mend the rule',
  }))
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isString) : []
}
