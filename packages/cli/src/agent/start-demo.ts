import { startSimulator } from '@antiphon/simulator'

/** A demo model in this process, for those who have no key; it is started when it is needed. */
export interface DemoModel {
  start(): Promise<string>
  close(): Promise<void>
}

/** Thinking that a real model signed is let through, so that any session can go on. */
export function createDemoModelServer(): DemoModel {
  let running: ReturnType<typeof startSimulator> | null = null
  return {
    async start() {
      running ??= startSimulator({ acceptsForeignThinking: true })
      return (await running).url
    },
    async close() {
      await (await running)?.close()
    },
  }
}
