// A session that survives its process: record a prompt and an answer, come back, and go on.
// Run: node --import tsx --conditions=@antiphon/source examples/record-and-resume.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAssistantMessage, createUserMessage } from '@antiphon/core'
import { createFileStore, createRecorder, resumeSession, toProjectKey } from '@antiphon/transcript'

const root = mkdtempSync(join(tmpdir(), 'antiphon-example-'))
const cwd = '/home/me/project'
const key = { project: toProjectKey(cwd), session: '11111111-1111-4111-8111-111111111111' }
const envelope = { cwd, version: '0.1.0', userType: 'external', sessionId: key.session, isSidechain: false }

const store = createFileStore({ root })
const recorder = createRecorder({ store, key, envelope })
await recorder.recordTranscript([createUserMessage({ content: 'What is an antiphon?' })])
console.log('the prompt is on disk')
void recorder.recordTranscript([createAssistantMessage({ content: 'A song for two choirs.' })])
await recorder.close()
await store.close()

const later = createFileStore({ root })
const { messages, lastUuid, recordedUuids, seq } = await resumeSession(later, key)
console.log(`${messages.length} messages, the log ends at byte ${seq}`)
const again = createRecorder({ store: later, key, envelope, lastUuid, recordedUuids, seq })
await again.recordTranscript([createUserMessage({ content: 'Sing one.' })])
await again.close()
console.log(`now ${(await resumeSession(later, key)).messages.length} messages`)
await later.close()
rmSync(root, { recursive: true })
