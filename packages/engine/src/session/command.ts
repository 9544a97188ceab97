import type { ContentBlock } from '@antiphon/contract'
import { isOfPerson, type MessageOrigin } from '@antiphon/core'
import { readOwnWords } from '@antiphon/core/context'
import type { CommandSource, WireSlashCommand } from '@antiphon/core/wire'
import type { QueryEvent } from '../query/query-event.ts'
import type { ArgumentPlaces } from '../text/fill-arguments.ts'
import type { Turn } from './turn.ts'

/** Something that a person can call by a slash. */
export type Command = LocalCommand | PromptCommand | FaceCommand

/** What is known of a command, whatever it does. */
export type CommandBase = Pick<WireSlashCommand, 'name' | 'description' | 'argumentHint' | 'chinese'> & {
  readonly source: CommandSource
  /** Other names for the same. */
  readonly aliases?: readonly string[]
}

/** One that only the face can do which shows the conversation; where it does not, the person reads what else does. */
export type FaceCommand = CommandBase & {
  readonly kind: 'face'
  readonly elsewhere: string
}

/** One that is answered here: the model reads what it printed on its next turn. */
export type LocalCommand = CommandBase & {
  readonly kind: 'local'
  /** Does it and gives what a person reads; what it throws is told as well. */
  readonly run: (call: LocalCall) => AsyncGenerator<QueryEvent, string, undefined> | Promise<string> | string
}

/** What a local command works with. */
export type LocalCall = {
  readonly args: string
  readonly session: Turn
  readonly signal: AbortSignal
  /** Everything that can be called. */
  readonly commands: readonly Command[]
}

/** One that is written beforehand: its text becomes the prompt. */
export type PromptCommand = CommandBase & {
  readonly kind: 'prompt'
  /** How its text is filled in; null for one that is taken as it comes, in which nothing is run, filled in or attached. */
  readonly places: ArgumentPlaces | null
  /** Rules that hold while its turn runs. */
  readonly allowedTools: readonly string[]
  /** The model that answers it, where its author chose one. */
  readonly model?: string
  /** The text as it was written, or why it cannot be had. */
  readonly read: (
    turn: Turn,
    args: string,
  ) => Promise<{ readonly text: string } | { readonly problem: string }>
}

/** Commands that are written in files. */
export interface CommandLibrary {
  list(): readonly PromptCommand[]
  /** Reads the files anew. */
  refresh(): Promise<void>
}

/** What a prompt means, if it does not mean its words. */
export type CommandInput =
  | { readonly kind: 'slash'; readonly input: string; readonly name: string; readonly args: string }
  | { readonly kind: 'shell'; readonly input: string; readonly command: string }

/** A prompt as it is given. */
export type PromptContent = string | readonly ContentBlock[]

/**
 * The command that a prompt is by its form: `/name words` or `!command`; null for words to the model, such as a path
 * (`/usr/bin/env is missing`). Whether there is such a command is another question. What somebody else than a person
 * sent, and what a person only attached, commands nothing.
 */
export function readCommandInput(prompt: PromptContent, origin?: MessageOrigin): CommandInput | null {
  if (!isOfPerson(origin)) return null
  const input = readOwnWords(prompt).trim()
  const [, name, args = ''] = SLASH.exec(input) ?? []
  if (name !== undefined) return { kind: 'slash', input, name, args: args.trim() }
  const [, command] = SHELL.exec(input) ?? []
  return command === undefined ? null : { kind: 'shell', input, command }
}

const SLASH = /^\/([\p{L}\p{N}_:-]+)(?:\s+([\s\S]*))?$/u
/** `!` alone is astonishment, and so is `!!`; `!=` and `![` begin words about code. */
const SHELL = /^!\s*([^\s!=[][\s\S]*)$/
