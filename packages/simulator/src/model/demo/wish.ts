import type { JsonObject } from '@antiphon/contract'
import type { ContextReference } from '@antiphon/core'
import type { CallResult } from './call-result.ts'
import type { DemoLanguage, DemoTexts } from './language.ts'

/** One thing that the demo understands. */
export type Wish = {
  /** What the help says. */
  readonly example: DemoTexts
  /** Null where the words mean something else. */
  understand(said: Said): Task | null
}

export type Said = { readonly text: string; readonly references: readonly ContextReference[] }

/** A wish that was understood: what an answer announces, and how it is carried out. */
export type Task = { readonly title: DemoTexts; carryOut(desk: Desk): Work }

/** Calls that can be made together go out, their results come in; the end is what is said about it. */
export type Work = Generator<readonly Call[], string, readonly CallResult[]>

export type Call = { readonly name: string; readonly input: JsonObject }

/** What there is to work with. */
export type Desk = {
  readonly language: DemoLanguage
  /** The first of these calls whose tool is offered. */
  find(...calls: readonly Call[]): Call | undefined
  /** The path as tools want it. */
  toPath(path: string): string
}
