// What package-lock.json says: which packages a machine needs, and what a registry made npm leave out.
const MODULES = 'node_modules/'

/**
 * The packages that npm installs from a lock on a machine; without `everything`, those that `npm start` needs.
 * @param {{ packages: Record<string, any> }} lock
 * @param {{ everything?: boolean, machine?: { os: string, cpu: string, libc: string | undefined } }} [options]
 */
export function packagesOf(lock, { everything = true, machine = thisMachine() } = {}) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes(MODULES) && !entry.link)
    .filter(([, entry]) => (everything || !entry.dev) && fits(entry, machine))
    .map(([path, entry]) => ({ path, ...entry, name: entry.name ?? nameOf(path) }))
}

/** Optional dependencies for which the lock has no entry, each with the place where npm would put it. */
export function missingOptional(lock) {
  return Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isFound(lock, parent, name))
      .map(([name, version]) => ({ path: MODULES + name, name, version, parent })),
  )
}

/**
 * The lock with an entry for every optional dependency. A registry without another system's binaries makes npm leave
 * them out: then `npm ci` refuses the lock, and those systems have no binary. What an earlier lock knew of the same
 * version is kept, such as its integrity.
 */
export function completeLock(lock, earlier = { packages: {} }) {
  const added = missingOptional(lock).map(({ path, name, version, parent }) => {
    const known = earlier.packages[path]
    const isDev = lock.packages[parent].dev === true
    return [path, known?.version === version ? known : toEntry({ name, version, isDev })]
  })
  const packages = Object.entries(lock.packages).concat(added).toSorted(byPath)
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** The lock without the entries that were completed by name, of whose content nothing is known. */
export function withoutUnknown(lock) {
  const packages = Object.entries(lock.packages).filter(
    ([path, { link, integrity }]) => !path.includes(MODULES) || link || integrity,
  )
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** The lock without any address: who installs has a registry of their own, and nobody asks a lock for donations. */
export function withoutAddresses(lock) {
  const packages = Object.entries(lock.packages).map(([path, { funding, resolved, ...entry }]) => [
    path,
    entry.link ? { resolved, ...entry } : entry,
  ])
  return { ...lock, packages: Object.fromEntries(packages) }
}

/**
 * The lock with the address of each package at a registry. Without them npm asks for the whole history of a package
 * before it asks for the package, and never looks into its cache.
 */
export function withAddresses(lock, registryOf) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    if (!path.includes(MODULES) || entry.link) return [path, entry]
    const name = entry.name ?? nameOf(path)
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`
    return [path, { ...entry, resolved: `${registryOf(name)}${name}/-/${file}` }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** The system, processor and C library that decide which binaries fit. */
export function thisMachine() {
  const { platform: os, arch: cpu } = process
  return { os, cpu, libc: os === 'linux' ? findLibrary() : undefined }
}

function findLibrary() {
  // Else Node asks for the names of all network addresses first.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

function nameOf(path) {
  return path.slice(path.lastIndexOf(MODULES) + MODULES.length)
}

function fits({ os, cpu, libc }, machine) {
  return allows(os, machine.os) && allows(cpu, machine.cpu) && (!machine.libc || allows(libc, machine.libc))
}

/** npm's way: a list of what is meant, or of what is not, with `!` before it. */
function allows(list, value) {
  if (!list) return true
  const isNamed = list.includes(value)
  return list.every(item => item.startsWith('!')) ? !list.includes(`!${value}`) : isNamed
}

/** npm looks beside the package that asks, then further up. */
function isFound({ packages }, parent, name) {
  for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${MODULES}`)))) {
    if (packages[`${at ? `${at}/` : ''}${MODULES}${name}`]) return true
    if (at === '') return false
  }
}

const SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ')
const LIBRARIES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl' }

/** A binary's name says what it is for: `@rolldown/binding-linux-x64-musl`. */
function toEntry({ name, version, isDev }) {
  const words = name.split(/[-/]/)
  const os = words.filter(word => SYSTEMS.includes(word))
  const cpu = words.filter(word => PROCESSORS.includes(word))
  const libc = words.flatMap(word => LIBRARIES[word] ?? [])
  if (cpu.length === 0 || !/^\d/.test(version))
    throw new Error(`${name}@${version}: no registry knows it, and its name does not say what it is for`)
  return {
    version,
    cpu,
    ...(isDev && { dev: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}

/** npm's own order, so that its next lock differs only where something did. */
function byPath([a], [b]) {
  return a.localeCompare(b, 'en')
}
