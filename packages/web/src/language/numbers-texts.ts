import type { BreakReason, ContextPart, NumbersGroup, NumbersStack } from '@antiphon/server/protocol'
import type { Period } from '../dates/numbers-period.ts'
import type { ReferenceTexts } from './reference-texts.ts'

/** How much was used: in dollars or in tokens. */
export type Measure = 'cost' | 'tokens'

/** The texts of this part of the page. */
export type NumbersTexts = {
  readonly title: string
  readonly ofSession: string
  readonly openSession: string
  readonly again: string
  readonly period: string
  readonly periods: Readonly<Record<Period, string>>
  readonly since: string
  readonly until: string
  readonly by: string
  readonly groups: Readonly<Record<NumbersGroup, string>>
  readonly unnamed: Readonly<Record<NumbersGroup, string>>
  readonly measure: string
  readonly measures: Readonly<Record<Measure, string>>
  readonly stack: string
  readonly stacks: Readonly<Record<NumbersStack, string>>
  readonly onlyProject: (path: string) => string
  readonly allProjects: string
  readonly asTable: string
  readonly counting: (done: string, total: string) => string
  readonly reading: (share: string) => string
  readonly starting: string
  readonly cost: string
  readonly moreThan: (cost: string) => string
  readonly unknown: string
  readonly tokensIn: string
  readonly tokensOut: string
  readonly atLeast: (number: string) => string
  readonly recorded: (number: string) => string
  readonly estimated: (answers: string) => string
  readonly cacheShare: string
  readonly cacheShareHint: string
  readonly sessionCount: string
  readonly answerCount: string
  readonly ofSubagents: (count: string) => string
  readonly prices: (month: string) => string
  readonly unpriced: (models: string) => string
  readonly notKept: string
  readonly unread: (count: string) => string
  readonly moreUnread: (count: string) => string
  readonly leftOut: (count: string) => string
  readonly overTime: (measure: string, unit: Unit) => string
  /** Why a bar lasts longer than what was asked for. */
  readonly coarser: (asked: Unit, unit: Unit) => string
  readonly lookAt: string
  readonly keysHint: string
  readonly contextKeysHint: string
  readonly weekOf: (day: string) => string
  readonly total: string
  readonly others: string
  readonly all: string
  readonly nothing: string
  readonly nothingHint: string
  readonly nothingThen: string
  readonly nothingThenHint: string
  readonly showAll: string
  readonly input: string
  readonly output: string
  readonly cacheWrite: string
  readonly cacheRead: string
  readonly share: string
  readonly rest: (count: string) => string
  readonly showSessions: (row: string) => string
  readonly numbersOf: (session: string) => string
  readonly calls: string
  readonly resultTokens: string
  readonly largest: string
  readonly toolEstimate: string
  readonly context: string
  readonly contextHint: string
  readonly contextNothing: string
  readonly contextNow: string
  readonly parts: Readonly<Record<ContextPart, string>>
  readonly free: string
  readonly window: (tokens: string) => string
  readonly answer: (number: string) => string
  readonly someAnswers: (shown: string, all: string) => string
  readonly compacted: string
  readonly compactions: (count: string) => string
  readonly goToMessage: string
  readonly breaks: string
  readonly breaksHint: string
  readonly breaksNothing: (answers: string) => string
  readonly breaksSum: (breaks: string, tokens: string, cost: string) => string
  readonly breaksShown: (shown: string) => string
  readonly reasons: Readonly<Record<BreakReason, string>>
  readonly afterPause: (time: string) => string
  readonly resent: (tokens: string) => string
  readonly extra: (cost: string) => string
  readonly subagent: string
  readonly time: string
  readonly references: ReferenceTexts
}

type Unit = 'day' | 'week' | 'month'
