import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createScriptModel, type ScriptReply, type SimulatedModel } from '@antiphon/simulator'
import { afterEach } from 'vitest'
import { createHeadlessKit, type DrivenAgent, type HeadlessKit, type Line } from '../headless-kit.ts'

/** Opens a product whose model says the replies; it is closed behind the test. */
export function setUpScripted(): (...replies: readonly ScriptReply[]) => Promise<HeadlessKit> {
  const open = setUpModelled()
  return (...replies) => open(createScriptModel(replies))
}

/** The same with a model that is more than a script. */
export function setUpModelled(): (model: SimulatedModel) => Promise<HeadlessKit> {
  let kit: HeadlessKit | null = null
  afterEach(async () => {
    await kit?.close()
    kit = null
  })
  return async model => {
    kit = await createHeadlessKit(model)
    return kit
  }
}

/** Writes a file, and the folders above it. */
export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Allows what the product asks for. */
export function allow({ child }: DrivenAgent, asked: Line | null, updatedInput: object): void {
  const response = {
    subtype: 'success',
    request_id: asked?.request_id,
    response: { behavior: 'allow', updatedInput },
  }
  child.stdin.write(`${JSON.stringify({ type: 'control_response', response })}\n`)
}

/** Says something and gives the result of its turn. */
export async function ask(agent: DrivenAgent, prompt: string): Promise<Line> {
  const results = (): readonly Line[] => agent.events.filter(({ type }) => type === 'result')
  const before = results().length
  agent.say(prompt)
  await agent.until(() => results().length > before)
  return results()[before] ?? {}
}
