import { toIsoTime } from '../json/fields.ts'
import { createWholeReader } from '../logs/create-whole-reader.ts'
import type { AgentReader } from '../reader.ts'
import { findCrushSessions, readCrushHead, readCrushSession } from './crush-database.ts'
import { readCrushMessage } from './crush-message.ts'

/** Crush: a database a project. It tells the tokens of the last request alone, with cache not told apart: nothing that adds up. */
export const reader: AgentReader = createWholeReader({
  agent: 'crush',
  version: 1,
  find: async place => findCrushSessions(place),
  head: async original => readCrushHead(original),
  read({ original, chain, write, mark }) {
    let called = ''
    mark(() => (called === '' ? {} : { originalTool: called }))
    const { title, messages } = readCrushSession(original)
    if (title !== '') write.record('ai-title', { aiTitle: title })
    const work = {
      ...{ write, open: new Map<string, string>() },
      tool(name: string) {
        called = name
      },
    }
    for (const message of messages) {
      write.at(message.id, toIsoTime(message.at))
      chain.model = message.model || chain.model
      readCrushMessage(message, work)
    }
  },
})
