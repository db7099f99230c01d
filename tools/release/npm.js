#!/usr/bin/env node
// Starts the memoria of this platform: npm has put its package beside this one.
"use strict";
const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const owner = `@agent-admin/memoria-${process.platform}-${process.arch}`;
const program = `bin/memoria${process.platform === "win32" ? ".exe" : ""}`;

function quit(...lines) {
  console.error("memoria: " + lines.join("\nmemoria: hint: "));
  process.exit(1);
}

let path;
try {
  path = require.resolve(`${owner}/${program}`);
} catch {
  quit(
    `${owner} is not installed, and it holds the program`,
    "install again without --omit=optional, or take an archive from https://github.com/agent-admin/memoria/releases",
  );
}
const ended = spawnSync(path, process.argv.slice(2), { stdio: "inherit" });
if (ended.error) quit(`start ${path}: ${ended.error.message}`);
process.exit(ended.signal ? 128 + constants.signals[ended.signal] : ended.status);
