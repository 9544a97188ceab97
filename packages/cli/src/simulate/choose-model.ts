import { readFile } from 'node:fs/promises'
import { buildConversation } from '@antiphon/core'
import type { Io } from '@antiphon/host'
import { findSession, ProgramError, readSession } from '@antiphon/host'
import {
  createDemoModel,
  createReplayModel,
  createScriptModel,
  parseScript,
  type ReplayModel,
  type SimulatedModel,
} from '@antiphon/simulator'

export type ModelChoice = { readonly script?: string; readonly replay?: string }

/** The model behind the API, and the replay if it is one, whose differences are told at the end. */
export async function chooseModel(
  { script, replay }: ModelChoice,
  io: Io,
): Promise<{ readonly model: SimulatedModel; readonly replay: ReplayModel | null }> {
  if (script !== undefined && replay !== undefined)
    throw new ProgramError('wrong-use', 'Choose either --script or --replay: one of them is the model.')
  if (script !== undefined) return { model: createScriptModel(await readReplies(script)), replay: null }
  if (replay === undefined) return { model: createDemoModel(), replay: null }
  const { path } = await findSession(replay, io)
  const { entries, offsets } = await readSession(path, io)
  const model = createReplayModel(buildConversation(entries, { offsets }))
  if (model.progress().all === 0)
    throw new ProgramError('unreadable', `${path} holds no answer of a model; there is nothing to replay.`)
  return { model, replay: model }
}

async function readReplies(file: string): Promise<Parameters<typeof createScriptModel>[0]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ProgramError('unreadable', `${file} cannot be read. Check the path of the script.`, { cause })
  })
  const parsed = parseScript(text)
  if ('problem' in parsed)
    throw new ProgramError(
      'unreadable',
      `${file} is no script: ${parsed.problem}. See \`antiphon simulate --help\`.`,
    )
  return parsed.replies
}
