/** Programs and built-ins that read no file that their words name, whatever the words are. */
export const READS_NOTHING: ReadonlySet<string> = words(
  'echo printf true false : sleep seq whoami id uname pwd tr basename dirname which exit return break continue wait',
  'jobs kill umask ulimit unset shift export declare typeset local readonly cd pushd popd shopt set read mkdir rmdir tty nproc',
  'tee touch rm unlink truncate shred chmod chown chgrp',
  'arch hostname uptime free ps pgrep pkill sync clear reset times logname groups users yes expr let disown',
)

/** Programs and built-ins that write no file with any of their options. */
export const WRITES_NOTHING: ReadonlySet<string> = words(
  'echo printf true false : sleep seq whoami id uname pwd tr basename dirname which exit return break continue wait type',
  'jobs kill umask ulimit unset shift export declare typeset local readonly cd pushd popd shopt set read test [ [[ tty nproc',
  'arch hostname uptime free ps pgrep pkill sync clear times logname groups users yes expr let disown cat head tail wc ls',
  'grep egrep fgrep zgrep cut nl tac rev fold paste comm cmp diff diff3 column fmt pr expand unexpand ptx ul tsort join',
  'look od hd hexdump strings stat file du df realpath readlink md5sum sha1sum sha224sum sha256sum sha384sum sha512sum',
  'cksum sum b2sum base64 base32 jq zcat bzcat xzcat zstdcat nm size ldd getconf locale lsof pstree numfmt factor cal',
)

/** Tools that run or build what the project holds: nobody can tell by their words what that reads or writes. */
export const PROJECT_TOOLS: ReadonlySet<string> = words(
  'npm npx pnpm pnpx yarn bun bunx deno corepack node-gyp tsc tsx ts-node vite vitest jest mocha ava tap c8 nyc eslint',
  'prettier biome rollup webpack esbuild turbo nx lerna playwright cypress storybook next astro make gmake ninja cmake',
  'ctest meson bazel bazelisk buck2 cargo rustc rustfmt clippy-driver go gofmt golangci-lint mvn mvnw gradle gradlew ant',
  'sbt scala javac java kotlinc pytest tox nox pip pip3 poetry uv uvx pipx pipenv hatch pdm conda mamba ruff mypy black',
  'flake8 pylint isort pyright coverage bundle bundler rake rspec rubocop gem rails composer phpunit phpstan dotnet swift',
  'xcodebuild mix elixir rebar3 stack cabal ghc dune opam zig gcc g++ cc c++ clang clang++ ld',
  'helm terraform tofu pre-commit lefthook just task gh glab hyperfine shellcheck shfmt clang-format clang-tidy',
)

/** Programs that take what they do from a text, often from standard input. */
export const READS_COMMANDS: ReadonlySet<string> = words(
  'ed ex vi vim nvim view emacs nano sqlite3 psql mysql mariadb tclsh wish expect gdb lldb bc dc m4 gnuplot octave R',
  'Rscript ghci erl iex irb pry osascript awk gawk mawk nawk',
)

/** Settings of the shell that change which files a pattern means. */
export const STEERS_PATTERNS: RegExp = /GLOBIGNORE|BASHOPTS|SHELLOPTS/

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap(line => line.split(' ')))
}
