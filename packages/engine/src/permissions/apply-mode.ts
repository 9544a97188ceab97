import { basename, dirname, join } from 'node:path'
import { assertNever } from '@antiphon/contract'
import {
  buildDenialMessage,
  buildDontAskRejectionMessage,
  buildPlanModeRejectionMessage,
} from '@antiphon/core'
import { resolvePath } from '../files/resolve-path.ts'
import { findReservedUse } from './auto-mode/find-reserved-use.ts'
import { type Grade, pickFirst } from './grade.ts'
import type { PermissionDecision, PermissionRequest, PermissionState } from './permission.ts'

/** Begins the reason of a question that the automatic mode's classifier is to answer. */
export const AUTO_MODE_REASON = 'the classifier of the automatic mode decides'

/** Turns what is known about a call into a decision: forbidding rules first, then asking ones, then the mode and what is allowed. */
export function applyMode(
  grades: readonly Grade[],
  request: PermissionRequest,
  state: PermissionState,
): PermissionDecision {
  const { mode } = state
  const { toolName } = request
  const denied = pickFirst(grades, 'denied')
  if (denied !== null) return denyByRule(request, denied)
  const question = findQuestion(grades)
  switch (mode) {
    case 'bypassPermissions': {
      const mustAsk = question !== null && (question.rule !== undefined || question.isDoubt)
      return mustAsk ? ask(grades, question) : { behavior: 'allow', reason: 'permissions are bypassed' }
    }
    case 'plan':
      if (isPlanFileUse(request, state) && question?.rule === undefined && question?.isDoubt !== true)
        return { behavior: 'allow', reason: 'it is the file of the plan' }
      if (!request.isReadOnly && !grades.every(grade => grade.isHarmless))
        return denyByMode(PLAN_REASON, buildPlanModeRejectionMessage(toolName))
      return decide(grades, question)
    case 'dontAsk': {
      const decision = decide(grades, question)
      return decision.behavior === 'ask'
        ? denyByMode(
            `nobody is asked in this mode, and ${decision.reason}`,
            buildDontAskRejectionMessage(toolName, decision.reason),
          )
        : decision
    }
    case 'auto': {
      // Edits inside the folders need no judge.
      const decision = decide(grades, question, true)
      if (decision.behavior !== 'ask' || decision.rule !== undefined || decision.needsPerson) return decision
      const reserved = findReservedUse(request, state)
      return reserved === null
        ? { ...decision, reason: `${AUTO_MODE_REASON}: ${decision.reason}`, mayBeJudged: true }
        : { ...decision, reason: `only a person may allow it: ${reserved}` }
    }
    case 'acceptEdits':
      return decide(grades, question, true)
    case 'default':
      return decide(grades, question)
    default:
      return assertNever(mode)
  }
}

type Question = {
  readonly reason: string
  readonly isDoubt: boolean
  readonly needsPerson: boolean
  readonly rule?: string
}

/** What must be asked about whatever is allowed. */
function findQuestion(grades: readonly Grade[]): Question | null {
  const rule = pickFirst(grades, 'asked')
  if (rule !== null) return { reason: `the rule ${rule} asks`, isDoubt: false, needsPerson: true, rule }
  const doubt = pickFirst(grades, 'doubt')
  if (doubt !== null) return { reason: doubt, isDoubt: true, needsPerson: true }
  const guarded = pickFirst(grades, 'guarded')
  return guarded === null ? null : { reason: guarded, isDoubt: false, needsPerson: true }
}

function decide(
  grades: readonly Grade[],
  question: Question | null,
  acceptsEdits = false,
): PermissionDecision {
  if (question !== null) return ask(grades, question)
  const open = grades.find(grade => !isPermitted(grade, acceptsEdits))
  if (open !== undefined)
    return ask(grades, { reason: open.reason, isDoubt: false, needsPerson: false }, acceptsEdits)
  const rule = pickFirst(grades, 'allowedBy')
  if (rule !== null) return { behavior: 'allow', reason: `the rule ${rule} allows it`, rule }
  if (grades.every(grade => grade.isHarmless)) return { behavior: 'allow', reason: 'it only reads' }
  const isKept = grades.some(grade => grade.isKept)
  return { behavior: 'allow', reason: isKept ? 'it runs inside the sandbox' : 'edits are accepted' }
}

function isPermitted(grade: Grade, acceptsEdits: boolean): boolean {
  return grade.isHarmless || grade.isKept || grade.allowedBy !== null || (acceptsEdits && grade.isEdit)
}

function ask(
  grades: readonly Grade[],
  { reason, rule, needsPerson }: Question,
  acceptsEdits = false,
): PermissionDecision {
  const open = grades.filter(grade => !isPermitted(grade, acceptsEdits))
  const suggestions = [...new Set(open.flatMap(grade => grade.suggestions))].slice(0, MOST_SUGGESTIONS)
  return {
    behavior: 'ask',
    reason,
    suggestions,
    ...(rule !== undefined && { rule }),
    ...(needsPerson && { needsPerson }),
  }
}

function denyByRule({ toolName }: PermissionRequest, rule: string): PermissionDecision {
  return {
    behavior: 'deny',
    reason: `the rule ${rule} forbids it`,
    message: buildDenialMessage(toolName),
    rule,
    by: 'rule',
  }
}

function denyByMode(reason: string, message: string): PermissionDecision {
  return { behavior: 'deny', reason, message, by: 'mode' }
}

const PLAN_REASON = 'plan mode only reads; nothing may be changed until the plan is approved'

const MOST_SUGGESTIONS = 5

/** Whether a call reads or writes the file of the plan and nothing else. A link in its place is another file. */
function isPlanFileUse({ access }: PermissionRequest, { planFile, cwd }: PermissionState): boolean {
  if (planFile === undefined || (access.kind !== 'read' && access.kind !== 'write')) return false
  const folder = resolvePath(dirname(planFile), cwd)
  const real = folder && join(folder.real, basename(planFile))
  return (
    access.paths.length > 0 &&
    access.paths.every(path => {
      const place = resolvePath(path, cwd)
      return place !== null && place.real === real && [planFile, real].includes(place.lexical)
    })
  )
}
