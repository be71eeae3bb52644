// Plain JavaScript without imports, so that an old Node can run it and be refused.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `The shop needs Node ${oldest} or newer and found ${process.version}: ` +
      'install it, or on Linux run "npm ci" again with optional packages, which bring it along.',
  );
  process.exit(1);
}
