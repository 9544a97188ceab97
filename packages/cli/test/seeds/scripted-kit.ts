import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { afterEach } from 'vitest'
import { createHeadlessKit, type DrivenAgent, type HeadlessKit, type Line } from '../headless-kit.ts'

/** Opens a product whose model says the replies; it is closed behind the test. */
export function setUpScripted(): (...replies: readonly ScriptReply[]) => Promise<HeadlessKit> {
  let kit: HeadlessKit | null = null
  afterEach(async () => {
    await kit?.close()
    kit = null
  })
  return async (...replies) => {
    kit = await createHeadlessKit(createScriptModel(replies))
    return kit
  }
}

/** Writes a file, and the folders above it. */
export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Says something and gives the result of its turn. */
export async function ask(agent: DrivenAgent, prompt: string): Promise<Line> {
  const results = (): readonly Line[] => agent.events.filter(({ type }) => type === 'result')
  const before = results().length
  agent.say(prompt)
  await agent.until(() => results().length > before)
  return results()[before] ?? {}
}
