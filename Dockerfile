# Patchbay with all its dependencies:
#   docker build -t patchbay . && docker run -p 8065:8065 -v patchbay:/data patchbay
# Uses an embedded PostgreSQL in /data. Set SqlSettings.DataSource to use yours.

FROM node:24-bookworm-slim AS build
WORKDIR /patchbay
COPY . .
RUN npm ci --no-audit --no-fund && npm run build \
  && rm -rf node_modules \
  && npm ci --omit=dev --workspace=server --include-workspace-root --no-audit --no-fund

FROM node:24-bookworm-slim
# PostgreSQL's initdb looks up the locale, and outgoing requests check certificates.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin patchbay \
  && install -d -o patchbay -g patchbay -m 0700 /data
WORKDIR /patchbay
COPY --from=build /patchbay/LICENSE /patchbay/NOTICE /patchbay/THIRD_PARTY_NOTICES.md ./
COPY --from=build /patchbay/package.json /patchbay/package-lock.json ./
COPY --from=build /patchbay/node_modules node_modules
COPY --from=build /patchbay/scripts/*.js scripts/
COPY --from=build /patchbay/server server
COPY --from=build /patchbay/web/dist web/dist
USER patchbay
ENV PATCHBAY_DATA=/data PATCHBAY_SERVICESETTINGS_LISTENADDRESS=:8065 NODE_OPTIONS=--max-semi-space-size=8
VOLUME /data
EXPOSE 8065
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8065/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm, so that the server receives signals directly. Other commands of `patchbay` can replace `serve`.
ENTRYPOINT ["node", "server/src/cli.ts"]
CMD ["serve"]
