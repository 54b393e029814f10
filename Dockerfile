# syntax=docker/dockerfile:1
# The image holds what the package holds (`files` in package.json) and its dependencies, nothing else.
# `npm run rehearse-image` runs every command of this file outside a container.

# What is built is the same for every processor.
FROM --platform=$BUILDPLATFORM node:22.23.3-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# No package may run a script of its own during installation.
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs
# The package without its scripts: the build above is all that it needs.
RUN npm pack --ignore-scripts --silent && mkdir packed && tar -xzf stretto-*.tgz -C packed --strip-components=1

FROM node:22.23.3-bookworm-slim AS dependencies
WORKDIR /dependencies
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund

FROM node:22.23.3-bookworm-slim
WORKDIR /app
# By number, so that Kubernetes can tell that it is not root. The volume inherits the owner of the folder.
RUN install -d -o 1000 -g 1000 -m 0700 /data
COPY --from=dependencies /dependencies/node_modules node_modules/
COPY --from=build /build/packed ./
ENV NODE_ENV=production HOST=0.0.0.0 EDGE_PORT=8787 LOCAL_PORT=8000 DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 8787 8000
STOPSIGNAL SIGTERM
# Whether the process answers at all: a restart would not bring back a database that is away.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.EDGE_PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/stretto.mjs"]
