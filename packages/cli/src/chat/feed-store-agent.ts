import { feedReplica, findReplicaKey, type Io, type OpenAgentFor, refreshReplica } from '@antiphon/host'

/** An agent whose log lies in a store: while it lives, the copy of that log is kept up to date for whoever reads along. */
export function feedStoreAgent(open: OpenAgentFor, io: Io): OpenAgentFor {
  return async owner => {
    const agent = await open(owner)
    const key = findReplicaKey(agent.standing().path, io)
    if (!key) return agent
    const filter = { project: key.project, session: key.session }
    const stop = new AbortController()
    // What was said before is read as soon as the agent is there.
    await refreshReplica(io, { filter }).catch(() => undefined)
    // Where the store cannot be read any more the agent says so itself.
    const fed = feedReplica(io, { filter, signal: stop.signal }).catch(() => undefined)
    return {
      ...agent,
      async end() {
        await agent.end()
        stop.abort()
        await fed
      },
    }
  }
}
