import type { Simulator } from '@antiphon/simulator'

/** A demo model in this process, for those who have no key; it is started when it is needed. */
interface DemoModel {
  start(): Promise<string>
  close(): Promise<void>
}

/** Thinking that a real model signed is let through, so that any session can go on. */
export function createDemoModelServer(): DemoModel {
  let running: Promise<Simulator> | null = null
  return {
    async start() {
      running ??= startDemoModel()
      return (await running).url
    },
    async close() {
      await (await running)?.close()
    },
  }
}

/** Loaded here, so that those who have a key do not wait for it. */
async function startDemoModel(): Promise<Simulator> {
  const { startSimulator } = await import('@antiphon/simulator')
  return startSimulator({ acceptsForeignThinking: true })
}
