import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeStop } from './before-stop.mjs'

const BEAT_MS = 5000
/** Longer than anything that keeps a process from giving a sign of life. */
const SILENT_MS = 120_000

/** Two that set up one folder would tear each other's files apart: the later one waits for the first. */
export async function oneAtATime(folder, { say, work }) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'pid')
  for (let saidSo = false; ; saidSo = true) {
    const holder = take(file)
    if (holder === null) break
    if (!saidSo) say(`process ${holder} sets this folder up already; waiting for it …`)
    await setTimeout(300)
  }
  const beat = setInterval(() => touch(file), BEAT_MS)
  const release = () => {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
  const forget = beforeStop(release)
  try {
    return await work()
  } finally {
    forget()
    release()
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Somebody removed it by hand; who waits may go on.
  }
}

/** The process that holds the file, or null where it is ours now. The file is never there without its content. */
function take(file) {
  const own = `${file}-${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    if (isLinked(own, file)) return null
    const holder = readHolder(file)
    if (holder !== null && isAlive(holder)) return holder.pid
    removeDead(file)
    return isLinked(own, file) ? null : (readHolder(file)?.pid ?? 0)
  } finally {
    rmSync(own, { force: true })
  }
}

/** Somebody else may have done so and taken it meanwhile: then it goes back. */
function removeDead(file) {
  const aside = `${file}-dead-${process.pid}`
  try {
    renameSync(file, aside)
    const holder = readHolder(aside)
    if (holder !== null && isAlive(holder)) isLinked(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function isLinked(own, file) {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function readHolder(file) {
  try {
    return { pid: Number(readFileSync(file, 'utf8')), seen: statSync(file).mtimeMs }
  } catch {
    return null
  }
}

/** One that was killed holds nothing, nor does one whose number another process has by now. */
function isAlive({ pid, seen }) {
  if (pid === process.pid || Date.now() - seen > SILENT_MS) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
